package import AccountsWeb
package import Hummingbird
import NIOCore

extension BodyReader {
  /// Reads a request's body of at most `limit` bytes.
  ///
  /// - Throws: ``BodyReader/Failure``; for a body that declares a larger length, before reading it.
  package func read(
    _ request: Request, atMost limit: Int, memory share: BodyMemory.Share? = nil
  ) async throws(Failure) -> [UInt8] {
    let parts = request.body.map { Array($0.readableBytesView) }
    return try await read(parts, headers: request.headers, atMost: limit, memory: share)
  }
}
