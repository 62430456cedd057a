import Accounts
import Testing

@Suite struct KnownDeviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a known device is found by its hash, updated, and removed by age`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    @Sendable func device(_ number: Int, created: Int, failures: Int = 0) -> KnownDevice {
      KnownDevice(
        hash: Samples.hash(number), user: "p_ada", created: created, failures: failures)
    }
    let (old, newer) = (device(1, created: 100), device(2, created: 200, failures: 3))
    try await store.change {
      try $0.put(old)
      try $0.put(device(2, created: 200))
      try $0.put(newer)
    }
    #expect(try await store.read { try $0.knownDevices(of: "p_ada") } == [newer, old])
    #expect(try await store.read { try $0.knownDevice(Samples.hash(2)) } == newer)
    #expect(try await store.read { try $0.knownDevices(of: "p_bob") } == [])
    try await store.change { try $0.removeKnownDevices(olderThan: 101) }
    #expect(try await store.read { try $0.knownDevices(of: "p_ada") } == [newer])
    try await store.change {
      try $0.put(device(3, created: 201))
      try $0.removeKnownDevices(createdAfter: 200)
    }
    #expect(try await store.read { try $0.knownDevices(of: "p_ada") } == [newer])
    #expect(try await store.change { try $0.removeKnownDevice(Samples.hash(2)) })
    #expect(try await store.change { try $0.removeKnownDevice(Samples.hash(2)) } == false)
  }
}
