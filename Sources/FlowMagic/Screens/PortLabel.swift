import FlowCore

/// The label of a port's button: one text, or one for each language.
///
/// The manifest carries it, so that the portal's preview has the same buttons as the app instead of
/// names made from the code.
///
/// ```swift
/// let plain: PortLabel = "Log in"
/// let translated: PortLabel = ["en": "Log in", "de": "Anmelden"]
/// ```
public struct PortLabel: Sendable, Equatable {
  /// The most characters that a server takes of a text.
  public static let limit = 100

  /// The texts with their languages, such as `de` or `pt-BR`; nil stands for every language.
  public let texts: [(language: String?, text: String)]

  /// Whether both say the same.
  public static func == (left: PortLabel, right: PortLabel) -> Bool {
    left.texts.elementsEqual(right.texts) { $0.language == $1.language && $0.text == $1.text }
  }

  /// The text for a language: of the language itself, of a wider one (`pt` for `pt-BR`), else the
  /// first.
  ///
  /// - Parameter language: The language; nil for the first text.
  /// - Returns: The text; empty if there is none.
  public func text(for language: String? = nil) -> String {
    var wanted = language
    while let tag = wanted {
      if let found = texts.first(where: { $0.language == tag }) { return found.text }
      wanted = tag.lastIndex(of: "-").map { String(tag[..<$0]) }
    }
    return texts.first?.text ?? ""
  }

  /// The label as a manifest has it: a text, or an object of texts by language.
  var json: JSON {
    if texts.count == 1, let only = texts.first, only.language == nil { return .string(only.text) }
    return .object(
      JSONObject(texts.map { .init(key: Name($0.language ?? ""), value: .string($0.text)) }))
  }
}

extension PortLabel: ExpressibleByStringLiteral {
  /// The same text in every language.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) {
    texts = [(nil, value)]
  }
}

extension PortLabel: ExpressibleByDictionaryLiteral {
  /// One text for each language; the first is for languages that are not named.
  ///
  /// - Parameter elements: Languages and texts.
  public init(dictionaryLiteral elements: (String, String)...) {
    texts = elements.map { (language: $0.0, text: $0.1) }
  }
}
