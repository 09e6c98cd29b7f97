import SonarCommands

run()
