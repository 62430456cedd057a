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
    var relativePaths: [String] = []
    for alternative in css.split(separator: ",", omittingEmptySubsequences: false) {
      guard let path = Self.path(String(alternative), isRelative: false),
        let relativePath = Self.path(String(alternative), isRelative: true)
      else { throw ParseError(selector: css) }
      paths.append(path)
      relativePaths.append(relativePath)
    }
    xpath = paths.joined(separator: " | ")
    relativeXPath = relativePaths.joined(separator: " | ")
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
  var predicates: [String] = []

  init?(_ text: Substring) {
    var remaining = text
    tag = Self.takeName(&remaining)
    while let first = remaining.first {
      remaining.removeFirst()
      switch first {
      case "#":
        guard let name = Self.takeName(&remaining), id == nil else { return nil }
        id = name
      case ".":
        guard let name = Self.takeName(&remaining) else { return nil }
        predicates.append("contains(concat(' ',normalize-space(@class),' '),' \(name) ')")
      case "[":
        guard let end = remaining.firstIndex(of: "]"),
          let predicate = Self.predicate(remaining[..<end])
        else {
          return nil
        }
        predicates.append(predicate)
        remaining = remaining[remaining.index(after: end)...]
      default: return nil
      }
    }
    guard tag != nil || id != nil || !predicates.isEmpty else { return nil }
  }

  func xpath(withID: Bool) -> String {
    var predicates = predicates
    if let id, withID { predicates.insert("@id='\(id)'", at: 0) }
    if !withID {
      if let tag { predicates.insert("self::\(tag)", at: 0) }
      return predicates.map { "[\($0)]" }.joined()
    }
    return (tag ?? "*") + predicates.map { "[\($0)]" }.joined()
  }

  private static func takeName(_ text: inout Substring) -> String? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    text = text.dropFirst(name.count)
    return name.isEmpty ? nil : String(name)
  }

  private static func predicate(_ text: Substring) -> String? {
    var remaining = text
    guard let name = takeName(&remaining) else { return nil }
    if remaining.isEmpty { return "@\(name)" }
    let operators = ["^=", "$=", "*=", "="]
    guard let comparison = operators.first(where: { remaining.hasPrefix($0) }) else { return nil }
    remaining = remaining.dropFirst(comparison.count)
    guard remaining.count >= 2, let quote = remaining.first, quote == "'" || quote == "\"",
      remaining.last == quote
    else { return nil }
    let value = remaining.dropFirst().dropLast()
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
