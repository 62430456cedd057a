import FlowCore

/// Events that are sent together, for ever under one id: the server counts an id once.
package struct EventBatch: Sendable, Equatable {
  /// The id, a UUID; the `Idempotency-Key`.
  package let id: String
  /// The build that the events come from, as JSON.
  package let build: [UInt8]
  /// The events, one object each, as JSON.
  package let events: [[UInt8]]
  /// How many lines could not be read.
  package var damaged = 0

  package init(id: String, build: [UInt8], events: [[UInt8]]) {
    self.id = id
    self.build = build
    self.events = events
  }

  /// What is sent; the same bytes each time.
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

  /// Reads a journal file: a line for the build, then one for each event.
  ///
  /// A crash cuts the last line, a power cut may spoil more; such lines are left out and counted.
  package init(id: String, journal bytes: [UInt8]) {
    var build: [UInt8] = []
    var events: [[UInt8]] = []
    var damaged = 0
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let root = try? ParsedJSON(Array(line)).root, root.isObject else {
        damaged += 1
        continue
      }
      if let view = root["build"], index == 0, root.count == 1 {
        build = Array(view.text.utf8)
      } else {
        events.append(Array(line))
      }
    }
    self.init(id: id, build: build, events: events)
    self.damaged = damaged
  }
}
