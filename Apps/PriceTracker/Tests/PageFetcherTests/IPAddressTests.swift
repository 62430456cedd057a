import PageFetcher
import Testing

struct IPAddressTests {
  static let reserved = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:db8::1",
    "2002:7f00:1::", "3fff::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1",
  ]

  @Test(arguments: reserved)
  func `private and special addresses are not public`(text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "2606:4700::1111",
    "2a00:1450::1",
  ])
  func `other addresses are public`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic)
    #expect("\(address)" == text)
  }

  @Test(arguments: ["127.1", "0x7f.0.0.1", "2130706433", "1.2.3", "1.2.3.4.5", "", "::g"])
  func `only the canonical form of an address is accepted`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
