import FlowCore

/// Events that are sent together, with an id by which the server recognizes a repeated batch.
package struct EventBatch: Sendable, Equatable {
  /// The id, a UUID; sent as `Idempotency-Key`.
  package let id: String
  /// The build that recorded the events, as JSON.
  package let build: [UInt8]
  /// The events, each a JSON object.
  package let events: [[UInt8]]
  /// The number of lines that could not be read.
  package var corruptLineCount = 0

  package init(id: String, build: [UInt8], events: [[UInt8]]) {
    self.id = id
    self.build = build
    self.events = events
  }

  /// The request body; the same bytes for each attempt.
  package var body: [UInt8] {
    var body = Array(#"{"batch":""#.utf8) + Array(id.utf8) + Array(#"","build":"#.utf8)
    body += build.isEmpty ? Array("{}".utf8) : build
    body += Array(#","events":["#.utf8)
    for (index, event) in events.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += event
    }
    return body + Array("]}".utf8)
  }

  /// Reads a journal file: a line for the build, then a line for each event.
  ///
  /// A crash truncates the last line, and a power failure may corrupt more; such lines are skipped
  /// and counted.
  package init(id: String, journal bytes: [UInt8]) {
    var build: [UInt8] = []
    var events: [[UInt8]] = []
    var corruptLineCount = 0
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let root = try? ParsedJSON(Array(line)).root, root.isObject else {
        corruptLineCount += 1
        continue
      }
      if let view = root["build"], index == 0, root.count == 1 {
        build = Array(view.text.utf8)
      } else {
        events.append(Array(line))
      }
    }
    self.init(id: id, build: build, events: events)
    self.corruptLineCount = corruptLineCount
  }
}
