import FlowServer
import Testing

struct ClientNetworkTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ("::ffff:192.0.2.1", "192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ("::c000:201", "192.0.2.1", false),
  ])
  func `clients are counted by IPv4 address and by IPv6 /64 network`(
    first: String, second: String, isSame: Bool
  ) {
    #expect((ClientNetwork(first) == ClientNetwork(second)) == isSame)
  }

  @Test func `a text that is not an address has no network`() {
    #expect(ClientNetwork("unknown") == nil)
    #expect(ClientNetwork(nil) == nil)
  }
}
