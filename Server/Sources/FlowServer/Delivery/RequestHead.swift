/// The parsed head of one request, as ranges of its bytes.
///
/// Its framing is validated: the length of the head, and how the body ends. So exactly one request
/// at a time is passed to the HTTP library, which prevents request smuggling through differences
/// between the two parsers.
package struct RequestHead: Equatable {
  package enum Method: Equatable {
    case get
    case head
    case other
  }

  /// How the body ends (RFC 9112, 6.3).
  package enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  package var method = Method.other
  /// The request target as sent.
  package var target = 0..<0
  /// The length of the head including its empty line, in bytes.
  package var length = 0
  package var framing = Framing.none
  package var authorization: Range<Int>?
  package var ifNoneMatch: Range<Int>?
  package var lastEventID: Range<Int>?
  package var forwardedFor: Range<Int>?
  package var origin: Range<Int>?
  /// Whether the client waits for a 100 response before it sends the body.
  package var expectsContinue = false
  /// Whether the head contains only what the fast path handles: no body, trailer, upgrade or
  /// expectation, no `Connection` other than `keep-alive` and `close`, and none of the fields above
  /// twice.
  package var isFastPathEligible = true
  /// Whether the connection ends with this request: HTTP/1.0, `Upgrade`, or a `Connection` other
  /// than `keep-alive`.
  package var closesConnection = false

  /// A reason to refuse a head; the bytes after it cannot be trusted, so the connection is closed.
  package enum Refusal: Error, Equatable {
    case malformed
    case unsupportedVersion
    case unsupportedTransferCoding
    case unsupportedMethod
  }

  package enum Outcome: Equatable {
    case incomplete
    case refused(Refusal)
    case head(RequestHead)
  }
}
