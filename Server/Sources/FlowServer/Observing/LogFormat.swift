import FlowCore
import Foundation
package import Logging

/// The format of the log on standard error.
package enum LogFormat: String, Sendable, CaseIterable {
  /// Human-readable lines with time, level, message and metadata.
  case human
  /// One JSON object per line.
  case json

  /// Creates a logger with this format.
  package func logger(
    _ label: String, level: Logger.Level, to output: LogOutput = .standardError
  ) -> Logger {
    Logger(label: label) { _ in LineLogHandler(format: self, output: output, logLevel: level) }
  }
}

/// Writes each log entry as one line.
///
/// Input from clients, such as names and paths, cannot break a line or control a terminal: such
/// characters are escaped (`LogText`).
struct LineLogHandler: LogHandler {
  let format: LogFormat
  let output: LogOutput
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    // Hummingbird numbers requests under its own key; ours is `request`.
    let shown = all.filter { $0.key != "hb.request.id" }.sorted { $0.key < $1.key }
    output.write(line(event.level, "\(event.message)", shown)) { lost in
      line(
        .warning, "Earlier log entries could not be written and are lost",
        [(key: "lost", value: .stringConvertible(lost))])
    }
  }

  private func line(
    _ level: Logger.Level, _ message: String,
    _ details: [(key: String, value: Logger.Metadata.Value)]
  ) -> String {
    switch format {
    case .human: Self.human(level, message, details.map { ($0.key, "\($0.value)") })
    case .json: Self.json(level, message, details.map { ($0.key, Self.json($0.value)) })
    }
  }

  /// A JSON number for an `Int` or a finite `Double`, a string for everything else.
  private static func json(_ value: Logger.Metadata.Value) -> JSON {
    guard case .stringConvertible(let convertible) = value else { return .string("\(value)") }
    switch convertible {
    case let number as Int: return .number(JSONNumber(number))
    case let number as Double: return (try? JSON(parsing: "\(number)")) ?? .string("\(number)")
    default: return .string("\(convertible)")
    }
  }

  private static func human(
    _ level: Logger.Level, _ message: String, _ details: [(String, String)]
  ) -> String {
    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
    let level = "\(level)".padding(toLength: 7, withPad: " ", startingAt: 0)
    let texts = details.map { "\(LogText.quotedIfNeeded($0))=\(LogText.quotedIfNeeded($1))" }
      .joined(separator: " ")
    return "\(time) \(level) \(LogText.sanitized(message))\(texts.isEmpty ? "" : "  \(texts)")"
  }

  private static func json(
    _ level: Logger.Level, _ message: String, _ details: [(String, JSON)]
  ) -> String {
    var object: JSONObject = [
      "time": .string(
        Date().formatted(
          .iso8601.year().month().day().dateTimeSeparator(.standard)
            .time(includingFractionalSeconds: true).timeZone(separator: .omitted))),
      "level": .string("\(level)"), "message": .string(message),
    ]
    for (key, value) in details { object[Name(key)] = value }
    return LogText.escaped(JSON.object(object).text(.compact))
  }
}
