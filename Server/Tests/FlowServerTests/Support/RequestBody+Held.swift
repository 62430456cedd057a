import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

extension RequestBody {
  /// Returns a body whose second half arrives only after `event` has returned.
  static func held(
    _ bytes: [UInt8], until event: @escaping @Sendable () async throws -> Void
  ) -> RequestBody {
    let middle = bytes.count / 2
    let sent = NIOLockedValueBox(0)
    let parts = AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
      let part = sent.withLockedValue { (count: inout Int) -> Int in
        count += 1
        return count
      }
      switch part {
      case 1: return ByteBuffer(bytes: bytes[..<middle])
      case 2:
        try await event()
        return ByteBuffer(bytes: bytes[middle...])
      default: return nil
      }
    })
    return RequestBody(asyncSequence: parts)
  }
}
