#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// State that several threads share: one at a time, with waiting.
///
/// Unchecked because the compiler cannot see that `cell` is touched only under the lock. Neither `Synchronization`
/// nor `NSCondition` serves here: the one is newer than the systems we support, the other costs Foundation.
package final class Guarded<State: Sendable>: @unchecked Sendable {
  /// The state with a byte beside it: a state without a size would have the address of the object itself, whose every use
  /// the thread sanitizer then takes for one of the state.
  private struct Cell {
    var state: State
    let size: UInt8 = 0
  }

  private var cell: Cell
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates the state.
  package init(_ state: State) {
    cell = Cell(state: state)
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes whoever waits; the state keeps what `body` did before it threw.
  package func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&cell.state)
  }

  /// Waits until `body` gives a result; it is asked again after every change.
  package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = body(&cell.state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }
}
