import HTTPTypes
package import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Counts the bytes of large responses that clients have not read yet, so that one organization's
/// do not fill the memory.
///
/// A client may take a response of 16 MiB as slowly as the least rate allows: hours. Responses with
/// the same bytes count once (`SharedBodies`).
package final class LargeResponses: Sendable {
  /// Answers that are larger than this are counted.
  static let size = 1 << 20

  /// Bytes that responses share.
  private struct Shared {
    let size: Int
    /// Whose bytes they are.
    let organization: String
    var responses = 0
  }

  private struct State {
    /// By the address of the bytes, which is theirs as long as one response holds them.
    var shared: [UInt: Shared] = [:]
    var bytes: [String: Int] = [:]
    var total = 0
  }

  /// The most bytes of all, and of one organization.
  private let most: (all: Int, own: Int)
  private let state = NIOLockedValueBox(State())

  package init(most: Int = 1 << 30, ofOne own: Int = 128 << 20) { self.most = (most, own) }

  /// The response with the reply's body, counted until it was read.
  ///
  /// An organization has as many bytes as are still free, so that another one always finds room.
  ///
  /// - Throws: `too-many-documents` if it has as many as it may.
  package func response(_ reply: EndpointResponse, for organization: String) throws(Problem)
    -> Response
  {
    var response = reply.response
    guard reply.stream == nil, reply.body.readableBytes > Self.size else { return response }
    guard let unread = add(reply.body, organization) else {
      throw Problem(
        .tooManyDocuments,
        "As many large responses of the organization are on their way as may be at a time. Read "
          + "them, then send the request again.", headers: [.retryAfter: "5"])
    }
    // In parts: the next one when the client has taken most of those before.
    response.body = ResponseBody(contentLength: reply.body.readableBytes) { writer in
      var rest = unread.body
      while let part = rest.readSlice(length: min(rest.readableBytes, 1 << 16)),
        part.readableBytes > 0
      {
        try await writer.write(part)
      }
      try await writer.finish(nil)
      withExtendedLifetime(unread) {}
    }
    return response
  }

  /// The bytes of an organization's responses that were not read yet.
  package func count(of organization: String) -> Int {
    state.withLockedValue { $0.bytes[organization] ?? 0 }
  }

  private func add(_ body: ByteBuffer, _ organization: String) -> UnreadResponse? {
    let address = body.withVeryUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    let size = body.readableBytes
    let hasRoom = state.withLockedValue { state in
      if state.shared[address] == nil {
        let own = state.bytes[organization] ?? 0
        guard own + size <= min(most.own, most.all - state.total) else { return false }
        state.bytes[organization] = own + size
        state.total += size
        state.shared[address] = Shared(size: size, organization: organization)
      }
      state.shared[address]?.responses += 1
      return true
    }
    return hasRoom ? UnreadResponse(body, address, self) : nil
  }

  fileprivate func remove(_ address: UInt) {
    state.withLockedValue { state in
      state.shared[address]?.responses -= 1
      guard let shared = state.shared[address], shared.responses == 0 else { return }
      state.shared[address] = nil
      state.total -= shared.size
      let own = (state.bytes[shared.organization] ?? 0) - shared.size
      state.bytes[shared.organization] = own > 0 ? own : nil
    }
  }
}

/// A response that is counted as long as something holds it: until it was written, or is dropped.
private final class UnreadResponse: Sendable {
  let body: ByteBuffer
  private let address: UInt
  private let responses: LargeResponses

  init(_ body: ByteBuffer, _ address: UInt, _ responses: LargeResponses) {
    self.body = body
    self.address = address
    self.responses = responses
  }

  deinit { responses.remove(address) }
}
