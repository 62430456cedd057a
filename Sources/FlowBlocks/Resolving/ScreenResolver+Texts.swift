import FlowCore

extension ScreenResolver {
  var locale: String? { values.attributes["locale"]?.string }

  var isGerman: Bool { LocaleTag.normalized(locale ?? "").starts(with: Array("de".utf8)) }

  /// Returns the sentence with the end of a countdown, for renderers without a timer; empty if the
  /// end is not known.
  ///
  /// `Ends on 24/11/2026, 18:00 UTC`, unless the document has a text `countdown.ends`.
  func end(of countdown: Block, _ scope: BindingScope) -> String {
    let moment: JSON =
      switch countdown[.until] {
      case .binding(let binding)?: scope.value(binding)
      case .json(let json)?: json
      default: .null
      }
    guard !moment.isNull else { return "" }
    let template =
      program.strings.text("countdown.ends", locale: locale)
      ?? (isGerman ? "Endet am {moment}" : "Ends on {moment}")
    let text = formatter.timestamp(formatter.unformatted(moment))
    return TextTemplate.fill(template) { $0 == "moment" ? text : "" }
  }

  /// Returns a text in the user's language, with its placeholders filled.
  func text(_ text: BlockText, _ scope: BindingScope) -> String {
    switch text {
    case .literal(let text): return filled(text, scope)
    case .key(let key, let count):
      guard let count, case .number(let number) = scope.value(count) else {
        return filled(program.strings.text(key, locale: locale) ?? key.string, scope)
      }
      var inner = scope
      inner.count = formatter.text(.number(number), as: .number)
      return filled(plural(key, number), inner)
    }
  }

  /// Returns the first text that exists: that of the key with the number's plural category, such as
  /// `key.one`, of `key.other`, or of `key`; otherwise the key.
  private func plural(_ key: Name, _ number: JSONNumber) -> String {
    let integer = number.int.flatMap { Int(exactly: $0) }
    let category = integer.map { formatter.format.pluralRule.category($0) } ?? "other"
    for ending in [category, "other"] {
      let form = Name(key.string + "." + ending.string)
      if let text = program.strings.text(form, locale: locale) { return text }
    }
    return program.strings.text(key, locale: locale) ?? key.string
  }

  /// Returns the text with its placeholders filled: `{count}`, a path such as `{data.price}`, or
  /// the key of an output or else of an attribute.
  func filled(_ template: String, _ scope: BindingScope) -> String {
    TextTemplate.fill(template) { name in
      if name == "count", let count = scope.count { return count }
      guard let path = BindingPath(name) else { return "" }
      if path.scope == .attribute {
        let output = JSON.object(values.outputs).value(at: path.components)
        if !output.isNull { return formatter.unformatted(output) }
      }
      return formatter.unformatted(scope.value(path))
    }
  }
}
