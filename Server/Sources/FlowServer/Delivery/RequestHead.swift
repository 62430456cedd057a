/// The parsed head of one request, as ranges of its bytes.
///
/// The head's framing is understood completely: how long the head is and how its body ends. So
/// exactly one request at a time goes on to the HTTP library, and no difference between two
/// parsers can hide a second request inside the first.
package struct RequestHead: Equatable {
  package enum Method: Equatable {
    case get
    case head
    case other
  }

  /// The end of the body (RFC 9112, 6.3).
  package enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  package var method = Method.other
  /// The request target as it was sent.
  package var target = 0..<0
  /// The bytes of the head with its empty line.
  package var length = 0
  package var framing = Framing.none
  package var authorization: Range<Int>?
  package var ifNoneMatch: Range<Int>?
  package var lastEventID: Range<Int>?
  package var forwardedFor: Range<Int>?
  package var origin: Range<Int>?
  /// Nothing but what the fast path takes into account: no body, no other protocol, none of the
  /// headers above twice.
  package var isPlain = true
  /// No request may follow on this connection: HTTP/1.0, or a connection that is to be closed.
  package var isLast = false

  /// A refusal of a head; nothing behind it can be trusted, so the connection ends.
  package enum Refusal: Error, Equatable {
    case malformed
    case unknownVersion
    case unknownTransferCoding
    case unknownMethod
  }

  package enum Outcome: Equatable {
    case incomplete
    case refused(Refusal)
    case head(RequestHead)
  }
}
