/// The subset of CSS selectors that store rules use, translated to XPath.
///
/// Tags, `#id`, `.class`, `[attribute]` with `=`, `^=`, `$=` and `*=`, descendants, children (`>`)
/// and lists. An id at the beginning becomes `id('…')`, which libxml2 looks up in a table: much
/// faster than a search for the attribute.
package struct Selector {
  /// The XPath expression for a whole page.
  package let xpath: String
  /// The XPath expression relative to an element.
  let relativeXPath: String

  /// An invalid selector.
  package struct ParseError: Error, CustomStringConvertible {
    let selector: String
    package var description: String { "\"\(selector)\" is not a selector that store rules support" }
  }

  package init(_ css: String) throws(ParseError) {
    var paths: [String] = []
    var relative: [String] = []
    for alternative in css.split(separator: ",", omittingEmptySubsequences: false) {
      guard let path = Self.path(String(alternative), isRelative: false),
        let below = Self.path(String(alternative), isRelative: true)
      else { throw ParseError(selector: css) }
      paths.append(path)
      relative.append(below)
    }
    xpath = paths.joined(separator: " | ")
    relativeXPath = relative.joined(separator: " | ")
  }

  private static func path(_ css: String, isRelative: Bool) -> String? {
    let steps = css.split(separator: " ")
    var path = ""
    var axis = isRelative ? ".//" : "//"
    for (index, step) in steps.enumerated() {
      if step == ">" {
        guard index > 0, index < steps.count - 1 else { return nil }
        axis = "/"
        continue
      }
      guard let parsed = Step(step) else { return nil }
      if path.isEmpty, !isRelative, let id = parsed.id {
        path = "id('\(id)')" + parsed.xpath(withID: false)
      } else {
        path += axis + parsed.xpath(withID: true)
      }
      axis = "//"
    }
    return path.isEmpty ? nil : path
  }
}

/// One step of a selector: `tag#id.class[attribute='value']`.
private struct Step {
  var tag: String?
  var id: String?
  var tests: [String] = []

  init?(_ text: Substring) {
    var rest = text
    tag = Self.takeName(&rest)
    while let first = rest.first {
      rest.removeFirst()
      switch first {
      case "#":
        guard let name = Self.takeName(&rest), id == nil else { return nil }
        id = name
      case ".":
        guard let name = Self.takeName(&rest) else { return nil }
        tests.append("contains(concat(' ',normalize-space(@class),' '),' \(name) ')")
      case "[":
        guard let end = rest.firstIndex(of: "]"), let test = Self.test(rest[..<end]) else {
          return nil
        }
        tests.append(test)
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    guard tag != nil || id != nil || !tests.isEmpty else { return nil }
  }

  func xpath(withID: Bool) -> String {
    var all = tests
    if let id, withID { all.insert("@id='\(id)'", at: 0) }
    if !withID {
      if let tag { all.insert("self::\(tag)", at: 0) }
      return all.map { "[\($0)]" }.joined()
    }
    return (tag ?? "*") + all.map { "[\($0)]" }.joined()
  }

  private static func takeName(_ text: inout Substring) -> String? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    text = text.dropFirst(name.count)
    return name.isEmpty ? nil : String(name)
  }

  private static func test(_ text: Substring) -> String? {
    var rest = text
    guard let name = takeName(&rest) else { return nil }
    if rest.isEmpty { return "@\(name)" }
    let operators = ["^=", "$=", "*=", "="]
    guard let comparison = operators.first(where: { rest.hasPrefix($0) }) else { return nil }
    rest = rest.dropFirst(comparison.count)
    guard rest.count >= 2, let quote = rest.first, quote == "'" || quote == "\"",
      rest.last == quote
    else { return nil }
    let value = rest.dropFirst().dropLast()
    guard !value.contains("'"), !value.contains("\"") else { return nil }
    let length = value.count - 1
    return switch comparison {
    case "^=": "starts-with(@\(name),'\(value)')"
    case "*=": "contains(@\(name),'\(value)')"
    case "$=": "substring(@\(name),string-length(@\(name))-\(length))='\(value)'"
    default: "@\(name)='\(value)'"
    }
  }
}
