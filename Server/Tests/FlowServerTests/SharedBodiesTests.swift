import FlowServer
import NIOCore
import Testing

struct SharedBodiesTests {
  private func address(_ body: ByteBuffer) -> UInt {
    body.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func `responses with one document share its bytes, and another document has its own`() {
    let bodies = SharedBodies()
    let first = bodies.body([1, 2, 3], key: "shop 1")
    #expect(address(bodies.body([1, 2, 3], key: "shop 1")) == address(first))
    #expect(address(bodies.body([1, 2, 3], key: "shop 2")) != address(first))
    // The same key has another document after an application was created again with the same id.
    let other = bodies.body([4, 5], key: "shop 1")
    #expect(Array(other.readableBytesView) == [4, 5])
    #expect(Array(first.readableBytesView) == [1, 2, 3])
  }

  @Test func `the cache has a limit, and the least recently used body is removed first`() {
    let bodies = SharedBodies(limit: 8)
    let first = bodies.body([1, 1, 1], key: "1")
    let second = bodies.body([2, 2, 2], key: "2")
    #expect(address(bodies.body([1, 1, 1], key: "1")) == address(first))
    _ = bodies.body([3, 3, 3], key: "3")
    #expect(address(bodies.body([1, 1, 1], key: "1")) == address(first))
    #expect(address(bodies.body([2, 2, 2], key: "2")) != address(second))
  }
}
