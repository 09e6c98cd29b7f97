#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread of the system, for work that blocks; must be joined.
struct WorkerThread {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts a thread.
  init(_ body: @escaping @Sendable () -> Void) throws(AppleHealthError) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(&created, nil, { Self.run($0) }, work)
      guard result == 0, let created else {
        Unmanaged<Work>.fromOpaque(work).release()
        throw .outOfMemory
      }
      thread = created
    #else
      var created = pthread_t()
      let result = pthread_create(&created, nil, { WorkerThread.run($0) }, work)
      guard result == 0 else {
        Unmanaged<Work>.fromOpaque(work).release()
        throw .outOfMemory
      }
      thread = created
    #endif
  }

  /// Waits for the thread's end.
  func join() {
    pthread_join(thread, nil)
  }

  private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
}
