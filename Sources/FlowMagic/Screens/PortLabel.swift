import FlowCore

/// The label of a port's button: one text, or one for each language.
///
/// It is part of the manifest, so that the buttons in the portal's preview have the same labels as
/// in the app instead of labels derived from the ports' names.
///
/// ```swift
/// let plain: PortLabel = "Log in"
/// let translated: PortLabel = ["en": "Log in", "de": "Anmelden"]
/// ```
public struct PortLabel: Sendable, Equatable {
  /// The maximum length of a text that a server accepts, in Unicode scalars.
  public static let maximumLength = 100

  /// The texts with their languages, such as `de` or `pt-BR`; nil is any language.
  public let texts: [(language: String?, text: String)]

  /// Whether both have the same texts.
  public static func == (left: PortLabel, right: PortLabel) -> Bool {
    left.texts.elementsEqual(right.texts) { $0.language == $1.language && $0.text == $1.text }
  }

  /// The text for a language: that of the language itself, that of a broader one (`pt` for
  /// `pt-BR`), or else the first.
  ///
  /// - Parameter language: The language; nil for the first text.
  /// - Returns: The text; empty if there is none.
  public func text(for language: String? = nil) -> String {
    var candidate = language
    while let tag = candidate {
      if let match = texts.first(where: { $0.language == tag }) { return match.text }
      candidate = tag.lastIndex(of: "-").map { String(tag[..<$0]) }
    }
    return texts.first?.text ?? ""
  }

  /// The label as written in a manifest: a text, or an object of texts by language.
  var json: JSON {
    if texts.count == 1, let only = texts.first, only.language == nil { return .string(only.text) }
    return .object(
      JSONObject(texts.map { .init(key: Name($0.language ?? ""), value: .string($0.text)) }))
  }
}

extension PortLabel: ExpressibleByStringLiteral {
  /// Creates a label with the same text in every language.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) {
    texts = [(nil, value)]
  }
}

extension PortLabel: ExpressibleByDictionaryLiteral {
  /// Creates a label with a text for each language; the first one is used for all other languages.
  ///
  /// - Parameter elements: Languages and texts.
  public init(dictionaryLiteral elements: (String, String)...) {
    texts = elements.map { (language: $0.0, text: $0.1) }
  }
}
