package import AccountsWeb
package import Hummingbird
import NIOCore

extension BodyReader {
  /// Reads a request's body; one whose declared length is too large is not begun.
  package func read(_ request: Request, atMost limit: Int) async throws(Failure) -> [UInt8] {
    let parts = request.body.map { Array($0.readableBytesView) }
    return try await read(parts, of: request.headers, atMost: limit)
  }
}
