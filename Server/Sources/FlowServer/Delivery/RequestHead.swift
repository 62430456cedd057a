/// The parsed head of one request, as ranges of its bytes.
///
/// Its framing is validated completely: the length of the head, and how the body ends. Exactly one
/// request at a time is therefore passed to the HTTP library, and request smuggling through
/// differences between the two parsers is impossible.
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
  /// Whether the head contains only what the fast path handles: no body, no upgrade, and none of
  /// the headers above twice.
  package var isPlain = true
  /// Whether the connection ends with this request: HTTP/1.0, or `Connection: close`.
  package var isLast = false

  /// A reason to refuse a head; the bytes after it cannot be trusted, so the connection is closed.
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
