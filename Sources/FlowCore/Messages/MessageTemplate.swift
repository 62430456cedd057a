#if !hasFeature(Embedded)
  /// A text with placeholders that arguments fill.
  ///
  /// `{name}` is an argument in its default format, `{name:style}` one in a style of the language,
  /// and `{name|one|many}` a choice depending on a number or a list's length, with `#` as the
  /// number. `[[…]]` is omitted if one of its arguments is missing; `{{` and `}}` are literal
  /// braces. The portal's texts have the same syntax.
  struct MessageTemplate {
    /// The text.
    let text: String
    /// A sentence with the fix; empty for a change.
    let fix: String

    init(_ text: String, fix: String = "") {
      self.text = text
      self.fix = fix
    }

    /// The names of the arguments, in the order of their first use; `?` follows an optional one.
    var argumentNames: [String] {
      var names: [String] = []
      for placeholder in MessagePlaceholder.all(text) + MessagePlaceholder.all(fix) {
        let name = placeholder.isOptional ? placeholder.name + "?" : placeholder.name
        let isKnown = names.contains(placeholder.name) || names.contains(placeholder.name + "?")
        if !isKnown { names.append(name) }
      }
      return names
    }

    /// The text with its placeholders filled.
    static func fill(
      _ template: String, _ arguments: JSONObject, _ format: (JSON, String) -> String
    ) -> String {
      var result = ""
      var rest = Substring(template)
      while let start = rest.range(of: "[[") {
        guard let end = rest[start.upperBound...].range(of: "]]") else { break }
        let section = String(rest[start.upperBound..<end.lowerBound])
        result += fillPlaceholders(rest[..<start.lowerBound], arguments, format)
        if MessagePlaceholder.all(section).allSatisfy({ arguments[Name($0.name)] != nil }) {
          result += fillPlaceholders(section[...], arguments, format)
        }
        rest = rest[end.upperBound...]
      }
      return result + fillPlaceholders(rest, arguments, format)
    }

    private static func fillPlaceholders(
      _ template: Substring, _ arguments: JSONObject, _ format: (JSON, String) -> String
    ) -> String {
      var result = ""
      var rest = template
      while let character = rest.popFirst() {
        if character == "{", rest.first != "{" {
          let placeholder = MessagePlaceholder(&rest)
          result += placeholder.fill(arguments[Name(placeholder.name)] ?? .null, format)
        } else {
          if character == "{" || character == "}" { rest = rest.dropFirst() }
          result.append(character)
        }
      }
      return result
    }
  }

  /// A placeholder in a template.
  private struct MessagePlaceholder {
    let name: String
    private(set) var isOptional = false
    private let style: String
    private let forms: [Substring]

    /// Parses a placeholder, including its closing brace.
    init(_ rest: inout Substring) {
      let end = rest.firstIndex(of: "}") ?? rest.endIndex
      let forms = rest[..<end].split(separator: "|", omittingEmptySubsequences: false)
      let parts = forms[0].split(separator: ":")
      name = String(parts.first ?? "")
      style = parts.count > 1 ? String(parts[1]) : ""
      self.forms = Array(forms.dropFirst())
      rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
    }

    func fill(_ value: JSON, _ format: (JSON, String) -> String) -> String {
      guard forms.count == 2 else { return format(value, style) }
      let count = value.array.map { JSONNumber($0.count) } ?? value.number ?? JSONNumber(0)
      let form = count.int == 1 ? forms[0] : forms[1]
      return form.split(separator: "#", omittingEmptySubsequences: false)
        .joined(separator: format(.number(count), ""))
    }

    /// All placeholders of a template.
    static func all(_ template: String) -> [MessagePlaceholder] {
      var placeholders: [MessagePlaceholder] = []
      var rest = Substring(template)
      var isOptional = false
      while let character = rest.popFirst() {
        if character == "[", rest.first == "[" { isOptional = true }
        if character == "]", rest.first == "]" { isOptional = false }
        guard character == "{" else { continue }
        if rest.first == "{" {
          rest = rest.dropFirst()
          continue
        }
        var placeholder = MessagePlaceholder(&rest)
        placeholder.isOptional = isOptional
        placeholders.append(placeholder)
      }
      return placeholders
    }
  }

  extension Substring {
    /// The range of the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<Index>? {
      var start = startIndex
      while start < endIndex {
        if self[start...].hasPrefix(text) {
          return start..<index(start, offsetBy: text.count)
        }
        start = index(after: start)
      }
      return nil
    }
  }
#endif
