package import AccountsWeb
internal import HTTPTypes
package import Hummingbird
internal import NIOCore

extension BodyReader {
  /// Reads a request's body; one whose declared length is too large is not begun.
  package func read(_ request: Request, atMost limit: Int) async throws(Failure) -> [UInt8] {
    let declared = request.headers[.contentLength].flatMap { Int($0) }
    guard declared ?? 0 <= limit else { throw .tooLarge }
    return try await read(request.body.map { Array($0.readableBytesView) }, atMost: limit)
  }
}
