import Testing

@testable import DeviceExports

@Suite struct `Dates of an Apple Health export` {
  @Test func `nothing`() {}
}
