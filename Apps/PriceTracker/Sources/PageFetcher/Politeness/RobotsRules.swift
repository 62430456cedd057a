/// The robots.txt rules of a site for a crawler (RFC 9309).
public struct RobotsRules: Sendable, Equatable {
  private struct Rule: Sendable, Equatable {
    let isAllowed: Bool
    let pattern: [UInt8]
  }

  private var rules: [Rule] = []
  /// The crawl delay that the site requests, in seconds; at most an hour.
  public private(set) var delaySeconds: Int?

  /// The rules that allow everything, as without a robots.txt.
  public static let allowAll = RobotsRules()
  /// The rules that allow nothing, as when robots.txt cannot be fetched.
  public static let disallowAll = RobotsRules(
    rules: [Rule(isAllowed: false, pattern: Array("/".utf8))])

  private init(rules: [Rule] = []) { self.rules = rules }

  /// The maximum number of parsed bytes; RFC 9309 requires at least this many.
  static let maximumBytes = 500 * 1024

  /// Parses the rules for a crawler with this name.
  public init(_ bytes: [UInt8], agent: String) {
    var specificGroup: (rules: [Rule], delay: Int?)?
    var defaultGroup: (rules: [Rule], delay: Int?) = ([], nil)
    var isSpecific = false
    var isDefault = false
    var isInUserAgents = false
    let text = String(decoding: bytes.prefix(Self.maximumBytes), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.prefix { $0 != "#" }
      guard let colon = content.firstIndex(of: ":") else { continue }
      let name = Self.trimmed(content[..<colon]).lowercased()
      let value = Self.trimmed(content[content.index(after: colon)...])
      switch name {
      case "user-agent":
        if !isInUserAgents { (isSpecific, isDefault) = (false, false) }
        isInUserAgents = true
        if value == "*" { isDefault = true }
        if value.lowercased() == agent.lowercased() {
          isSpecific = true
          specificGroup = specificGroup ?? ([], nil)
        }
      case "allow", "disallow":
        isInUserAgents = false
        guard !value.isEmpty else { continue }
        let rule = Rule(isAllowed: name == "allow", pattern: Array(value.utf8))
        if isSpecific { specificGroup?.rules.append(rule) }
        if isDefault { defaultGroup.rules.append(rule) }
      case "crawl-delay":
        isInUserAgents = false
        guard let seconds = Int(value.prefix { $0.isNumber }) else { continue }
        if isSpecific { specificGroup?.delay = seconds }
        if isDefault { defaultGroup.delay = seconds }
      default: continue
      }
    }
    let group = specificGroup ?? defaultGroup
    rules = group.rules
    delaySeconds = group.delay.map { min(max($0, 0), 3600) }
  }

  /// Whether a path with its query may be fetched: the longest matching rule applies, and of two
  /// with the same length the one that allows.
  public func allows(_ target: String) -> Bool {
    let path = Array(target.utf8)
    var best: Rule?
    for rule in rules where Self.matches(rule.pattern, path) {
      let isLonger = rule.pattern.count > (best?.pattern.count ?? -1)
      let isMorePermissive = rule.pattern.count == best?.pattern.count && rule.isAllowed
      if isLonger || isMorePermissive { best = rule }
    }
    return best?.isAllowed ?? true
  }

  /// Whether a pattern with `*` and `$` matches the beginning of a path; in linear space, and in
  /// time proportional to the product of both lengths.
  package static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
    let isAnchored = pattern.last == UInt8(ascii: "$")
    let pattern = isAnchored ? Array(pattern.dropLast()) : pattern + [UInt8(ascii: "*")]
    var (patternIndex, pathIndex) = (0, 0)
    var star: (pattern: Int, path: Int)?
    while pathIndex < path.count {
      if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
        star = (patternIndex, pathIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count, pattern[patternIndex] == path[pathIndex] {
        patternIndex += 1
        pathIndex += 1
      } else if let last = star {
        star = (last.pattern, last.path + 1)
        patternIndex = last.pattern + 1
        pathIndex = last.path + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  private static func trimmed(_ text: Substring) -> String {
    var result = text
    while result.first?.isWhitespace == true { result = result.dropFirst() }
    while result.last?.isWhitespace == true { result = result.dropLast() }
    return String(result)
  }
}
