import FlowServer
import Testing

@Suite struct InheritedSocketsTests {
  @Test func `sockets named admin-bind are for administration, and all others are public`() {
    let single = InheritedSockets(process: "7", count: "1", names: nil, own: 7)
    #expect(single.public == [3] && single.administration.isEmpty)
    let three = InheritedSockets(
      process: "7", count: "3", names: "flowmagic.socket:admin-bind:other", own: 7)
    #expect(three.public == [3, 5])
    #expect(three.administration == [4])
    let unnamed = InheritedSockets(process: "7", count: "2", names: "admin-bind", own: 7)
    #expect(unnamed.public == [4])
    #expect(unnamed.administration == [3])
  }

  @Test(arguments: [
    (nil, nil), ("7", nil), (nil, "1"), ("8", "1"), ("7", "0"), ("7", "-1"), ("7", "many"),
    ("7", "99999"), ("", ""),
  ])
  func `variables for another process and invalid ones are ignored`(
    process: String?, count: String?
  ) {
    let sockets = InheritedSockets(process: process, count: count, names: nil, own: 7)
    #expect(sockets == InheritedSockets())
  }
}
