/// One event of a server-sent event stream.
package struct ServerEvent: Sendable, Equatable {
  /// What kind; `message` when the server does not say.
  package var type: String
  /// The data; lines joined by a line feed.
  package var data: [UInt8]
  /// The id of this event or of the last one before it that has one; may be empty.
  package var id: String

  package init(type: String, data: [UInt8], id: String) {
    self.type = type
    self.data = data
    self.id = id
  }
}

/// Reads `text/event-stream` as the HTML standard (section 9.2.6) defines it, cut anywhere.
///
/// Memory is bounded: a line or an event longer than the limit is an error. Linear in the bytes.
package struct ServerEventParser {
  /// Milliseconds to wait before a reconnection, if the server said so.
  package private(set) var reconnectionTime: Int?
  /// The id of the last event that was dispatched.
  package private(set) var lastEventID = ""

  private let maximumBytes: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var type: [UInt8] = []
  private var pendingID: [UInt8] = []
  private var skipsLineFeed = false
  private var isAtStart = true

  /// Makes a parser for one connection.
  package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  /// Takes the next bytes.
  ///
  /// - Returns: The events that are complete now.
  /// - Throws: `answer-too-large`; the connection is of no use any more.
  package mutating func consume(_ bytes: [UInt8]) throws(FlowMagicError) -> [ServerEvent] {
    var events: [ServerEvent] = []
    var start = 0
    if skipsLineFeed, let first = bytes.first {
      skipsLineFeed = false
      if first == Self.lineFeed { start = 1 }
    }
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == Self.lineFeed || byte == Self.carriageReturn else {
        index += 1
        continue
      }
      try append(bytes[start..<index])
      if let event = try endLine() { events.append(event) }
      index += 1
      if byte == Self.carriageReturn {
        if index == bytes.count {
          skipsLineFeed = true
        } else if bytes[index] == Self.lineFeed {
          index += 1
        }
      }
      start = index
    }
    try append(bytes[start...])
    return events
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(FlowMagicError) {
    guard line.count + bytes.count + data.count <= maximumBytes else {
      throw FlowMagicError(
        .answerTooLarge, "The live stream sends an event of more than \(maximumBytes) bytes.")
    }
    line += bytes
  }

  private mutating func endLine() throws(FlowMagicError) -> ServerEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      field(line[...], [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    field(line[..<colon], value)
    return nil
  }

  private mutating func field(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = [UInt8](value)
    case "data":
      if hasData { data.append(Self.lineFeed) }
      hasData = true
      data += value
    case "id":
      if !value.contains(0) { pendingID = [UInt8](value) }
    case "retry":
      let isNumber = value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      // NB: a number beyond 64 bits is as good as none.
      if isNumber, let time = Int(String(decoding: value, as: UTF8.self)) {
        reconnectionTime = time
      }
    default: break  // a comment has an empty name; other names have no meaning
    }
  }

  private mutating func dispatch() -> ServerEvent? {
    lastEventID = String(decoding: pendingID, as: UTF8.self)
    defer {
      data = []
      hasData = false
      type = []
    }
    // NB: the standard looks whether the data buffer is empty, and that holds a line feed for each
    // `data` line: one empty line of data is an event, none is not.
    guard hasData else { return nil }
    return ServerEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self), data: data,
      id: lastEventID)
  }
}
