internal import HealthRecords

/// Threads that work side by side on jobs whose results are wanted in order.
///
/// One thread makes the jobs, `lanes` threads work on them, and the caller's thread takes the results in the order in
/// which the jobs were made. How the work is shared out never shows in the results.
package struct OrderedLanes: Sendable, Hashable {
  /// The threads that work, 1 to 64.
  package let lanes: Int

  /// What the jobs that are under way, or whose results were not taken yet, may cost together.
  ///
  /// One job is always let in, whatever it costs.
  package let costLimit: Int

  /// Creates lanes; a limit of some jobs per lane keeps all of them busy.
  package init(lanes: Int, costLimit: Int) {
    self.lanes = min(max(1, lanes), 64)
    self.costLimit = max(1, costLimit)
  }

  /// Takes a job and what it costs, such as its bytes; waits for room, and returns false when no more are wanted.
  package typealias Put<Job> = @Sendable (_ job: Job, _ cost: Int) -> Bool

  /// Runs to the end, or until something throws; all threads have ended when it returns.
  ///
  /// - Parameters:
  ///   - makeJobs: Makes all jobs, on a thread of its own; should return soon after `put` has returned false.
  ///   - makeLane: Makes what a lane keeps from job to job, such as a parser; called on the lane's thread.
  ///   - work: Works on a job; called on the lanes' threads.
  ///   - consume: Takes the results in order, on the caller's thread.
  /// - Throws: What `consume` throws; or the first error in the order of the jobs, after the results before it were
  ///   consumed; or an error where the system has no thread left.
  package func run<Job: Sendable, Lane, Result: Sendable>(
    makeJobs: @escaping @Sendable (_ put: Put<Job>) throws -> Void,
    makeLane: @escaping @Sendable () throws -> Lane,
    work: @escaping @Sendable (inout Lane, Job) throws -> Result,
    consume: (Result) throws -> Void
  ) throws {
    let ring = OrderedRing<Job, Result>(costLimit: costLimit)
    var threads: [WorkerThread] = []
    defer {
      ring.stop()
      for thread in threads { thread.join() }
    }
    threads.append(
      try WorkerThread {
        do {
          try makeJobs { ring.put($0, cost: $1) }
          ring.end(nil)
        } catch {
          ring.end(error)
        }
      })
    for _ in 0..<lanes {
      threads.append(try WorkerThread { Self.runLane(ring, makeLane, work) })
    }
    while let result = ring.next() { try consume(try result.get()) }
    if let failure = ring.failure { throw failure }
  }

  private static func runLane<Job, Lane, Result>(
    _ ring: OrderedRing<Job, Result>, _ makeLane: () throws -> Lane,
    _ work: (inout Lane, Job) throws -> Result
  ) {
    var lane: Lane?
    while let (job, index) = ring.take() {
      ring.put(
        Swift.Result {
          var current = try lane ?? makeLane()
          lane = nil
          defer { lane = current }
          return try work(&current, job)
        }, at: index)
    }
  }
}

/// Jobs and their results on their way between threads; bounded by what they cost.
struct OrderedRing<Job: Sendable, Output: Sendable>: Sendable {
  /// What became of a job.
  typealias Outcome = Result<Output, any Error>

  private struct State: Sendable {
    var waiting: [(job: Job, index: Int)] = []
    /// What a job costs, until its result is taken.
    var costs: [Int: Int] = [:]
    var outcomes: [Int: Outcome] = [:]
    var made = 0
    var taken = 0
    var cost = 0
    var failure: (any Error)?
    var isAtEnd = false
    var isStopped = false
  }

  private let state = Guarded(State())
  private let costLimit: Int

  init(costLimit: Int) {
    self.costLimit = costLimit
  }

  /// Hands over a job, waiting for room; false when nobody wants more.
  func put(_ job: Job, cost: Int) -> Bool {
    let cost = max(1, cost)
    return state.wait { state in
      if state.isStopped { return false }
      guard state.cost == 0 || state.cost <= costLimit - min(cost, costLimit) else { return nil }
      state.cost += cost
      state.costs[state.made] = cost
      state.waiting.append((job, state.made))
      state.made += 1
      return true
    }
  }

  /// Ends the jobs, early where there is a failure.
  func end(_ failure: (any Error)?) {
    state.update { state in
      state.isAtEnd = true
      state.failure = failure
    }
  }

  /// The next job and its number; nil when there will be none.
  func take() -> (job: Job, index: Int)? {
    state.wait { state -> (job: Job, index: Int)?? in
      if state.isStopped { return .some(nil) }
      if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
      return state.isAtEnd ? .some(nil) : nil
    }
  }

  /// Hands over what became of a job.
  func put(_ outcome: Outcome, at index: Int) {
    state.update { $0.outcomes[index] = outcome }
  }

  /// The next outcome in order; nil behind the last one.
  func next() -> Outcome? {
    state.wait { state -> Outcome?? in
      if let outcome = state.outcomes.removeValue(forKey: state.taken) {
        state.cost -= state.costs.removeValue(forKey: state.taken) ?? 0
        state.taken += 1
        return .some(outcome)
      }
      return state.isAtEnd && state.taken == state.made ? .some(nil) : nil
    }
  }

  /// Why the jobs ended early.
  var failure: (any Error)? { state.update { $0.failure } }

  /// Lets every thread end soon.
  func stop() {
    state.update { state in
      state.isStopped = true
      state.waiting = []
    }
  }
}
