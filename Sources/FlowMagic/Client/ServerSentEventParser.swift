/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Equatable {
  /// The event type; `message` when the server sends none.
  public var type: String
  /// The data; its lines are joined by line feeds.
  public var data: [UInt8]
  /// The last event id: this event's own, or else the latest one received; empty if there is none.
  public var id: String

  /// Creates an event.
  public init(type: String = "message", data: [UInt8], id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

/// Parses server-sent events (`text/event-stream`) as the HTML standard, section 9.2.6, defines
/// them.
///
/// Feed it the bytes of one connection as they arrive, in chunks of any size. An event that exceeds
/// the limit is an error, so memory stays bounded. The cost is linear in the number of bytes.
///
/// ```swift
/// var parser = ServerSentEventParser()
/// for try await chunk in chunks {
///   for event in try parser.consume(chunk) { handle(event) }
/// }
/// ```
public struct ServerSentEventParser {
  /// The reconnection time in milliseconds, if the server sent a `retry` field.
  public private(set) var reconnectionTime: Int?
  /// The last event id of the stream, updated at the end of each event; empty if there is none.
  public private(set) var lastEventID = ""

  private let maximumBytes: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var type: [UInt8] = []
  private var pendingID: [UInt8] = []
  private var skipsLineFeed = false
  private var isAtStart = true

  /// Creates a parser for one connection.
  ///
  /// - Parameter maximumBytes: The largest event that is accepted, in bytes.
  public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  /// Parses the next chunk of the stream.
  ///
  /// - Parameter bytes: The chunk.
  /// - Returns: The events that the chunk completes.
  /// - Throws: `response-too-large`; close the connection then.
  public mutating func consume(_ bytes: [UInt8]) throws(FlowMagicError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
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
        .responseTooLarge, "The live stream sends an event of more than \(maximumBytes) bytes.")
    }
    line += bytes
  }

  private mutating func endLine() throws(FlowMagicError) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      processField(line[...], [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    processField(line[..<colon], value)
    return nil
  }

  private mutating func processField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
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
      // NB: a number that does not fit into 64 bits is ignored.
      if isNumber, let time = Int(String(decoding: value, as: UTF8.self)) {
        reconnectionTime = time
      }
    default: break  // a comment has an empty name; other names have no meaning
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = String(decoding: pendingID, as: UTF8.self)
    defer {
      data = []
      hasData = false
      type = []
    }
    // NB: the standard checks whether the data buffer is empty, and the buffer gets a line feed for
    // each `data` line: one empty `data` line makes an event, a missing one does not.
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self), data: data,
      id: lastEventID)
  }
}
