import HTTPTypes
package import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Limits the large responses that clients have not read yet, and their bytes, so that those of one
/// organization cannot exhaust memory; and sends them in turns (`SendLimiter`).
///
/// A client may read a response of 16 MiB as slowly as the minimum rate allows, which takes hours.
/// The bytes of responses that share them count once (`SharedBodies`); the responses of a
/// credential are counted individually.
package final class LargeResponseLimiter: Sendable {
  /// Responses larger than this are counted, in bytes.
  static let threshold = 1 << 20

  /// Bytes shared by responses.
  private struct SharedBytes {
    let size: Int
    /// The organization that the bytes count for.
    let organization: String
    var responses = 0
  }

  private struct State {
    /// The shared bytes by address, which is stable as long as a response holds them.
    var shared: [UInt: SharedBytes] = [:]
    /// The number of bytes of each organization.
    var bytes: [String: Int] = [:]
    var total = 0
    /// The responses of each user and token.
    var counts: [String: Int] = [:]
    var responses = 0
    var refused = 0
  }

  /// The values for `/metrics`.
  package struct Metrics: Sendable, Equatable {
    package var responses = 0
    package var bytes = 0
    /// The chunks that wait for their turn.
    package var pendingChunks = 0
    package var refused = 0
  }

  /// The maximum number of bytes, in total and of one organization, and of responses of one
  /// credential.
  private let limit: (total: Int, perOrganization: Int, perCredential: Int)
  private let limiter: SendLimiter
  private let state = NIOLockedValueBox(State())

  package init(
    limit: Int = 1 << 30, perOrganization: Int = 128 << 20, perCredential: Int = 64,
    limiter: SendLimiter = SendLimiter()
  ) {
    self.limit = (limit, perOrganization, perCredential)
    self.limiter = limiter
  }

  /// Returns a response with the endpoint's body, which is counted until it is written or dropped.
  ///
  /// An organization may use as many bytes as are still free, so that there is always room for
  /// another one.
  ///
  /// - Parameters:
  ///   - endpointResponse: The endpoint's response.
  ///   - organization: The organization that the response counts for.
  ///   - credential: The user or token that receives it; nil for anonymous clients.
  /// - Returns: The response, whose body is sent in turns if it is large.
  /// - Throws: `too-many-documents` if the organization, the credential or the server has reached
  ///   its limit.
  package func response(
    _ endpointResponse: EndpointResponse, for organization: String, to credential: String? = nil
  ) throws(Problem) -> Response {
    var response = endpointResponse.response
    guard endpointResponse.stream == nil,
      endpointResponse.body.readableBytes > Self.threshold
    else { return response }
    guard let unread = add(endpointResponse.body, organization, credential) else {
      throw Problem(
        .tooManyDocuments,
        "Too many large responses have not been read yet. Read yours, then send the request again.",
        headers: [.retryAfter: "5"])
    }
    let recipient = SendLimiter.Recipient(organization: organization, credential: credential)
    response.body = ResponseBody(contentLength: endpointResponse.body.readableBytes) {
      [limiter] writer in
      var remaining = unread.body
      while remaining.readableBytes > 0 {
        let turn = await limiter.begin(for: recipient)
        defer { limiter.end(turn) }
        guard var part = remaining.readSlice(length: min(remaining.readableBytes, 1 << 18)) else {
          break
        }
        // The next slice is written once the client has read most of the previous ones.
        while let slice = part.readSlice(length: min(part.readableBytes, 1 << 16)),
          slice.readableBytes > 0
        {
          try await writer.write(slice)
        }
      }
      try await writer.finish(nil)
      withExtendedLifetime(unread) {}
    }
    return response
  }

  /// The current state, and the number of refusals since the start.
  package var metrics: Metrics {
    let pendingChunks = limiter.pendingCount
    return state.withLockedValue {
      Metrics(
        responses: $0.responses, bytes: $0.total, pendingChunks: pendingChunks, refused: $0.refused)
    }
  }

  /// The unread bytes of an organization's responses.
  package func byteCount(of organization: String) -> Int {
    state.withLockedValue { $0.bytes[organization] ?? 0 }
  }

  private func add(
    _ body: ByteBuffer, _ organization: String, _ credential: String?
  ) -> UnreadResponse? {
    let address = body.withVeryUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    let size = body.readableBytes
    let isWithinLimits = state.withLockedValue { state in
      let count = credential.map { state.counts[$0] ?? 0 } ?? 0
      guard count < limit.perCredential else {
        state.refused += 1
        return false
      }
      if state.shared[address] == nil {
        let organizationBytes = state.bytes[organization] ?? 0
        guard organizationBytes + size <= min(limit.perOrganization, limit.total - state.total)
        else {
          state.refused += 1
          return false
        }
        state.bytes[organization] = organizationBytes + size
        state.total += size
        state.shared[address] = SharedBytes(size: size, organization: organization)
      }
      state.shared[address]?.responses += 1
      state.responses += 1
      if let credential { state.counts[credential] = count + 1 }
      return true
    }
    return isWithinLimits ? UnreadResponse(body, address, credential, self) : nil
  }

  fileprivate func remove(_ address: UInt, _ credential: String?) {
    state.withLockedValue { state in
      state.responses -= 1
      if let credential {
        let remaining = (state.counts[credential] ?? 1) - 1
        state.counts[credential] = remaining > 0 ? remaining : nil
      }
      state.shared[address]?.responses -= 1
      guard let shared = state.shared[address], shared.responses == 0 else { return }
      state.shared[address] = nil
      state.total -= shared.size
      let organizationBytes = (state.bytes[shared.organization] ?? 0) - shared.size
      state.bytes[shared.organization] = organizationBytes > 0 ? organizationBytes : nil
    }
  }
}

/// A response that is counted as long as something holds it: until it is written or dropped.
private final class UnreadResponse: Sendable {
  let body: ByteBuffer
  private let address: UInt
  private let credential: String?
  private let responses: LargeResponseLimiter

  init(
    _ body: ByteBuffer, _ address: UInt, _ credential: String?, _ responses: LargeResponseLimiter
  ) {
    self.body = body
    self.address = address
    self.credential = credential
    self.responses = responses
  }

  deinit { responses.remove(address, credential) }
}
