import NIOConcurrencyHelpers
package import NIOCore

/// Lets answers with the same document share its bytes.
///
/// Anyone with an app's public key can request a large release over many connections and read none
/// of the responses. With bytes of its own, each response would keep a whole document in memory.
package final class SharedBodies: Sendable {
  fileprivate struct State {
    /// The newest last.
    var bodies: [(key: String, body: ByteBuffer)] = []
    var size = 0
  }

  /// The most bytes that are kept without a response that needs them.
  private let limit: Int
  private let state = NIOLockedValueBox(State())

  package init(limit: Int = 32 << 20) { self.limit = limit }

  /// The bytes as a buffer, the same one as long as they are the same under this key.
  package func body(_ bytes: [UInt8], key: String) -> ByteBuffer {
    let known = state.withLockedValue { $0.take(key) }
    // Compared outside of the lock: documents may be large.
    let body = known.flatMap { Self.hasBytes($0, bytes) ? $0 : nil } ?? ByteBuffer(bytes: bytes)
    state.withLockedValue { $0.put(body, key, limit: limit) }
    return body
  }

  private static func hasBytes(_ body: ByteBuffer, _ bytes: [UInt8]) -> Bool {
    body.readableBytes == bytes.count && body.readableBytesView.elementsEqual(bytes)
  }
}

extension SharedBodies.State {
  /// The buffer of a key, which becomes the newest.
  fileprivate mutating func take(_ key: String) -> ByteBuffer? {
    guard let index = bodies.firstIndex(where: { $0.key == key }) else { return nil }
    let known = bodies.remove(at: index)
    bodies.append(known)
    return known.body
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
