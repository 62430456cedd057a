import FlowCore
import Foundation

/// Language negotiation.
enum Language {
  /// The offered language that suits a visitor best.
  ///
  /// - Parameters:
  ///   - accepted: The header `Accept-Language`, or a language.
  ///   - offered: The available languages, the default one first.
  /// - Returns: The language; the default one if the visitor accepts none, nil if none is offered.
  static func best(_ accepted: String?, of offered: [Name]) -> Name? {
    for wanted in preferences(accepted) {
      var tag = wanted
      while !tag.isEmpty {
        if let match = offered.first(where: { normalized($0.string) == tag }) { return match }
        tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
      }
      // A visitor who accepts English in general gets the English of any country.
      if let regional = offered.first(where: { normalized($0.string).hasPrefix(wanted + "-") }) {
        return regional
      }
    }
    return offered.first
  }

  /// The language tags of the header by descending preference; at most ten.
  private static func preferences(_ header: String?) -> [String] {
    let parts = (header ?? "").prefix(300).split(separator: ",").prefix(10)
    let preferences = parts.map { part -> (tag: String, weight: Double) in
      let pieces = part.split(separator: ";")
      let weight = pieces.dropFirst().compactMap { piece -> Double? in
        let piece = piece.filter { $0 != " " }
        return piece.hasPrefix("q=") ? Double(piece.dropFirst(2)) : nil
      }.first
      return (normalized(pieces.first.map { $0.filter { $0 != " " } } ?? ""), weight ?? 1)
    }
    return preferences.filter { $0.weight > 0 && !$0.tag.isEmpty }
      .sorted { $0.weight > $1.weight }.map { $0.tag }
  }

  private static func normalized(_ tag: String) -> String {
    String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
  }

  /// The name of a language in that language, such as “Deutsch”.
  static func name(_ tag: String) -> String {
    Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag
  }

  /// Whether a language is written from right to left.
  static func isRightToLeft(_ tag: String) -> Bool {
    let language = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return ["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"].contains(language)
  }

  static func isGerman(_ tag: String) -> Bool {
    tag.prefix { $0 != "-" && $0 != "_" }.lowercased() == "de"
  }
}
