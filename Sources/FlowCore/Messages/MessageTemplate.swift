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
      var remaining = Substring(template)
      while let start = remaining.range(of: "[[") {
        guard let end = remaining[start.upperBound...].range(of: "]]") else { break }
        let section = String(remaining[start.upperBound..<end.lowerBound])
        result += fillPlaceholders(remaining[..<start.lowerBound], arguments, format)
        if MessagePlaceholder.all(section).allSatisfy({ arguments[Name($0.name)] != nil }) {
          result += fillPlaceholders(section[...], arguments, format)
        }
        remaining = remaining[end.upperBound...]
      }
      return result + fillPlaceholders(remaining, arguments, format)
    }

    private static func fillPlaceholders(
      _ template: Substring, _ arguments: JSONObject, _ format: (JSON, String) -> String
    ) -> String {
      var result = ""
      var remaining = template
      while let character = remaining.popFirst() {
        if character == "{", remaining.first != "{" {
          let placeholder = MessagePlaceholder(&remaining)
          result += placeholder.fill(arguments[Name(placeholder.name)] ?? .null, format)
        } else {
          if character == "{" || character == "}" { remaining = remaining.dropFirst() }
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
    init(_ remaining: inout Substring) {
      let end = remaining.firstIndex(of: "}") ?? remaining.endIndex
      let forms = remaining[..<end].split(separator: "|", omittingEmptySubsequences: false)
      let parts = forms[0].split(separator: ":")
      name = String(parts.first ?? "")
      style = parts.count > 1 ? String(parts[1]) : ""
      self.forms = Array(forms.dropFirst())
      remaining = end == remaining.endIndex ? "" : remaining[remaining.index(after: end)...]
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
      var remaining = Substring(template)
      var isOptional = false
      while let character = remaining.popFirst() {
        if character == "[", remaining.first == "[" { isOptional = true }
        if character == "]", remaining.first == "]" { isOptional = false }
        guard character == "{" else { continue }
        if remaining.first == "{" {
          remaining = remaining.dropFirst()
          continue
        }
        var placeholder = MessagePlaceholder(&remaining)
        placeholder.isOptional = isOptional
        placeholders.append(placeholder)
      }
      return placeholders
    }
  }

  extension Substring {
    /// The range of the first occurrence of a string.
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
