import CServerFiles
import FlowCore

/// The texts of pages in one language, from a file in `Localization/`.
package struct Localization: Sendable {
  package let language: Language
  /// The texts by key.
  package let all: [String: String]

  package init(_ language: Language) {
    self.language = language
    all = Self.tables[language] ?? [:]
  }

  /// The text of a key, or the key itself if it has none.
  package subscript(_ key: String) -> String { all[key] ?? key }

  /// The text of a key with its `{name}` placeholders replaced.
  package func text(_ key: String, _ values: [String: String]) -> String {
    let pieces = self[key].split(separator: "{", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      text += values[String(parts[0])] ?? "{\(parts[0])}"
      if parts.count > 1 { text += parts[1] }
    }
    return text
  }

  /// The context of the template `time`: a time in UTC, which the page's script converts to the
  /// reader's time zone.
  package func dateTime(_ seconds: Int) -> [String: Any] {
    let iso = Timestamp.string(seconds)
    let parts = iso.split { "-T:Z".contains($0) }.map(String.init)
    guard parts.count == 6, let month = Int(parts[1]), let day = Int(parts[2]) else {
      return ["iso": iso, "text": iso]
    }
    let months = self["page.months"].split(separator: " ")
    let text = text(
      "page.time",
      [
        "day": "\(day)", "month": String(months[(month - 1) % months.count]), "year": parts[0],
        "time": "\(parts[3]):\(parts[4])",
      ])
    return ["iso": iso, "text": text]
  }

  /// A duration in words: in seconds below a minute, otherwise in minutes, rounded up.
  package func duration(_ seconds: Int) -> String {
    if seconds < 60 { return text("error.seconds", ["count": "\(max(1, seconds))"]) }
    let minutes = (seconds + 59) / 60
    return minutes == 1 ? self["error.one-minute"] : text("error.minutes", ["count": "\(minutes)"])
  }

  // NB: the embedded files are valid; otherwise every test that reads a page would fail.
  private static let tables: [Language: [String: String]] = [
    .english: table(EmbeddedFile.en_json.content), .german: table(EmbeddedFile.de_json.content),
  ]

  private static func table(_ bytes: [UInt8]) -> [String: String] {
    let members = (try? JSON(parsing: bytes))?.object?.members ?? []
    return Dictionary(members.map { ($0.key.string, $0.value.string ?? "") }) { $1 }
  }
}
