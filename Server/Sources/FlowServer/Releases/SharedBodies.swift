import NIOConcurrencyHelpers
package import NIOCore

/// Lets responses with the same document share its bytes.
///
/// Anyone with an app's SDK key can request a large release over many connections without reading
/// the responses. Without sharing, each response would hold a whole document in memory.
package final class SharedBodies: Sendable {
  fileprivate struct State {
    /// The bodies, most recently used last.
    var bodies: [(key: String, body: ByteBuffer)] = []
    var size = 0
  }

  /// The maximum size of all kept bodies, in bytes; the latest is kept even if it is larger.
  private let limit: Int
  private let state = NIOLockedValueBox(State())

  package init(limit: Int = 32 << 20) { self.limit = limit }

  /// Returns the bytes as a buffer, shared while they are unchanged under this key.
  package func body(_ bytes: [UInt8], key: String) -> ByteBuffer {
    let cached = state.withLockedValue { $0.lookUp(key) }
    // Compared without holding the lock, because documents may be large.
    // NB: two buffers are compared by `memcmp`; a buffer and an array byte by byte, which takes
    // seconds in a debug build.
    let new = ByteBuffer(bytes: bytes)
    let body = if let cached, cached == new { cached } else { new }
    state.withLockedValue { $0.put(body, key, limit: limit) }
    return body
  }
}

extension SharedBodies.State {
  /// Returns the buffer of a key, and makes it the most recently used.
  fileprivate mutating func lookUp(_ key: String) -> ByteBuffer? {
    guard let index = bodies.firstIndex(where: { $0.key == key }) else { return nil }
    let cached = bodies.remove(at: index)
    bodies.append(cached)
    return cached.body
  }

  fileprivate mutating func put(_ body: ByteBuffer, _ key: String, limit: Int) {
    if let index = bodies.firstIndex(where: { $0.key == key }) {
      size -= bodies.remove(at: index).body.readableBytes
    }
    bodies.append((key, body))
    size += body.readableBytes
    while size > limit, bodies.count > 1 { size -= bodies.removeFirst().body.readableBytes }
  }
}
