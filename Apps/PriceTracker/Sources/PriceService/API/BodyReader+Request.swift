internal import Accounts
package import AccountsWeb
internal import HTTPTypes
package import Hummingbird
internal import NIOCore

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

extension PriceService {
  /// The longest body with a picture, in bytes.
  package static let maximumPictureBodyBytes = BodyBudget.maximumPageBytes

  /// Returns the share of the memory that a caller's next body takes: that of the user, or of the
  /// network for a guest; to be released after the body has been processed.
  ///
  /// - Parameters:
  ///   - caller: The caller.
  ///   - limit: The maximum number of bytes of the body.
  /// - Returns: The share.
  package func memoryShare(of caller: Caller, atMost limit: Int) -> BodyMemory.Share {
    let memory = limit > BodyBudget.maximumUserBytes ? bodyMemory : shortBodyMemory
    return memory.share(of: caller.rateLimitKey, from: caller.client.network)
  }

  /// Reads a request's body, whose bytes count for the sender's network before they arrive.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - caller: Its sender.
  ///   - limit: The maximum number of bytes.
  ///   - tooLong: The error for a longer body.
  ///   - share: The share of the memory that the body takes.
  ///   - bodyReader: Reads the body.
  /// - Returns: All bytes.
  /// - Throws: `PriceError`; for a network that has sent too much, before reading the body.
  package func body(
    of request: Request, from caller: Caller, atMost limit: Int, tooLong: PriceError,
    memory share: BodyMemory.Share, bodyReader: BodyReader = BodyReader()
  ) async throws(PriceError) -> [UInt8] {
    let declaredLength = request.headers[.contentLength].flatMap { Int($0) }
    guard declaredLength ?? 0 <= limit else { throw tooLong }
    // A body without a declared length counts as the longest one until it has been read.
    try await bodyBudget.spend(declaredLength ?? limit, by: caller, at: clock())
    let bytes: [UInt8]
    do throws(BodyReader.Failure) {
      bytes = try await bodyReader.read(request, atMost: limit, memory: share)
    } catch {
      switch error {
      case .tooLarge: throw tooLong
      case .tooSlow, .interrupted: throw PriceError.tooSlow
      case .busy: throw PriceError.busy
      }
    }
    if declaredLength == nil { await bodyBudget.refund(limit - bytes.count, to: caller) }
    return bytes
  }
}
