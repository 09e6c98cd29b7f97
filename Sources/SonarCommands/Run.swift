/// Runs the command line and exits.
package func run() {}
