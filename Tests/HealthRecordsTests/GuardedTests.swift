import HealthRecords
import Testing

@Suite struct `State that threads share` {
  private struct Refusal: Error, Equatable {
    let number: Int
  }

  @Test func `an update that throws keeps what it did and lets the next one in`() {
    let count = Guarded(1)
    #expect(throws: Refusal(number: 2)) {
      try count.update { state in
        state += 1
        throw Refusal(number: state)
      }
    }
    let value = count.update { state in
      state += 1
      return state
    }
    #expect(value == 3)
  }
}
