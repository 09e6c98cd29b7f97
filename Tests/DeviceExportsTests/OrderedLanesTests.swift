import DeviceExports
import HealthRecords
import Testing

@Suite struct OrderedLanesTests {
  private struct Trouble: Error, Equatable {
    let number: Int
  }

  /// Counts what is under way, so that a test can see the largest sum.
  private struct Load {
    var now = 0
    var most = 0

    mutating func add(_ cost: Int) {
      now += cost
      most = max(most, now)
    }
  }

  @Test(arguments: [1, 2, 7])
  func `results come in the order of the jobs`(lanes: Int) throws {
    var results: [Int] = []
    try OrderedLanes(lanes: lanes, costLimit: 5).run(
      makeJobs: { put in for job in 0..<200 where !put(job, 1) { return } },
      makeLane: { 0 },
      work: { (_: inout Int, job: Int) in job * job },
      consume: { results.append($0) })
    #expect(results == (0..<200).map { $0 * $0 })
  }

  @Test func `no job gives no result`() throws {
    var results: [Int] = []
    try OrderedLanes(lanes: 2, costLimit: 1).run(
      makeJobs: { _ in }, makeLane: { 0 }, work: { (_: inout Int, job: Int) in job },
      consume: { results.append($0) })
    #expect(results.isEmpty)
  }

  @Test func `jobs wait until what is under way costs less than the limit`() throws {
    let load = Guarded(Load())
    var results = 0
    try OrderedLanes(lanes: 3, costLimit: 10).run(
      makeJobs: { put in
        for cost in [4, 4, 4, 50, 1, 0, 9, 10, 3] where put(cost, cost) {
          load.update { $0.add(cost) }
        }
      },
      makeLane: { 0 },
      work: { (_: inout Int, job: Int) in job },
      consume: { cost in
        load.update { $0.add(-cost) }
        results += 1
      })
    #expect(results == 9)
    // A job is counted after it was let in and before its result is: one more than the limit can be seen.
    #expect(load.update { $0.most } <= 50 + 10)
  }

  @Test func `a lane keeps its own state`() throws {
    var results: [Int] = []
    try OrderedLanes(lanes: 1, costLimit: 100).run(
      makeJobs: { put in for job in 1...4 where !put(job, 1) { return } },
      makeLane: { 10 },
      work: { (sum: inout Int, job: Int) in
        sum += job
        return sum
      },
      consume: { results.append($0) })
    #expect(results == [11, 13, 16, 20])
  }

  @Test func `the error of the first job that fails is thrown behind the results before it`() {
    var results: [Int] = []
    #expect(throws: Trouble(number: 3)) {
      try OrderedLanes(lanes: 2, costLimit: 100).run(
        makeJobs: { put in for job in 0..<20 where !put(job, 1) { return } },
        makeLane: { 0 },
        work: { (_: inout Int, job: Int) in
          if job >= 3 { throw Trouble(number: job) }
          return job
        },
        consume: { results.append($0) })
    }
    #expect(results == [0, 1, 2])
  }

  @Test func `the error of what makes the jobs is thrown behind all their results`() {
    var results: [Int] = []
    #expect(throws: Trouble(number: -1)) {
      try OrderedLanes(lanes: 2, costLimit: 100).run(
        makeJobs: { put in
          for job in 0..<5 { _ = put(job, 1) }
          throw Trouble(number: -1)
        },
        makeLane: { 0 },
        work: { (_: inout Int, job: Int) in job },
        consume: { results.append($0) })
    }
    #expect(results == [0, 1, 2, 3, 4])
  }

  @Test func `a lane that cannot be made ends the run`() {
    #expect(throws: Trouble(number: 0)) {
      try OrderedLanes(lanes: 2, costLimit: 100).run(
        makeJobs: { put in _ = put(1, 1) },
        makeLane: { () throws -> Int in throw Trouble(number: 0) },
        work: { (_: inout Int, job: Int) in job },
        consume: { _ in Issue.record("there is nothing to consume") })
    }
  }

  @Test func `a consumer that throws ends all threads`() {
    let refused = Guarded(false)
    #expect(throws: Trouble(number: 2)) {
      try OrderedLanes(lanes: 2, costLimit: 3).run(
        makeJobs: { put in
          var job = 0
          while put(job, 1) { job += 1 }
          refused.update { $0 = true }
        },
        makeLane: { 0 },
        work: { (_: inout Int, job: Int) in job },
        consume: { if $0 == 2 { throw Trouble(number: 2) } })
    }
    #expect(refused.update { $0 })
  }
}
