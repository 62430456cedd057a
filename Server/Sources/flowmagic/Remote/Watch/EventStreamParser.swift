/// One event of a `text/event-stream`.
struct StreamMessage: Sendable, Equatable {
  var type = "message"
  var data: [UInt8] = []
  var id: String?
}

/// Reads a `text/event-stream`, cut anywhere, as the HTML standard (section 9.2.6) defines it.
struct EventStreamParser {
  /// Why a stream is of no use any more.
  struct TooLong: Error {}

  private let limit: Int
  private var line: [UInt8] = []
  private var message = StreamMessage()
  private var hasData = false
  private var endedWithReturn = false

  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Takes the next bytes.
  ///
  /// - Returns: The events that are complete now.
  mutating func consume(_ bytes: [UInt8]) throws(TooLong) -> [StreamMessage] {
    var complete: [StreamMessage] = []
    for byte in bytes {
      defer { endedWithReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where endedWithReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let message = endLine() { complete.append(message) }
      default:
        line.append(byte)
        guard line.count + message.data.count <= limit else { throw TooLong() }
      }
    }
    return complete
  }

  private mutating func endLine() -> StreamMessage? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": message.type = String(decoding: value, as: UTF8.self)
    case "id": message.id = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { message.data.append(UInt8(ascii: "\n")) }
      hasData = true
      message.data += value
    default: break  // a comment has no name; other fields mean nothing here
    }
    return nil
  }

  private mutating func dispatch() -> StreamMessage? {
    defer {
      message = StreamMessage()
      hasData = false
    }
    return hasData ? message : nil
  }
}
