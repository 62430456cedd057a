/// Gathers what a format with one plain flow cannot say.
struct ConversionLosses {
  private(set) var list: [ConversionLoss] = []
  /// The format's name in sentences.
  let format: String

  init(_ format: String) {
    self.format = format
  }

  /// Notes a loss; the words before and after the name follow the format's name.
  @inline(never)
  mutating func add(_ location: FlowLocation, _ before: String, _ name: Name, _ after: String) {
    add(location, before + Quote.name(name) + after)
  }

  /// Notes a loss; `message` follows the format's name.
  @inline(never)
  mutating func add(_ location: FlowLocation, _ message: String) {
    list.append(ConversionLoss(location: location, message: format + " " + message))
  }

  /// Notes the members around the first flow.
  mutating func add(around document: FlowDocument) {
    missing("the application", document.application)
    missing("the environment", document.environment)
    missing("the release's number", document.number.map { Name($0.description) })
    for table in document.strings { missing("texts by language", table.locale) }
    missing("a default language", document.defaultLocale)
    for locale in document.locales { missing("supported languages", locale) }
    for segment in document.segments { missing("segments", segment.name) }
    for attribute in document.attributes { missing("declared attributes", attribute.name) }
    for member in document.unknown.members where !Self.isFormat(member.key) {
      missing("the document's own member", member.key)
    }
    if document.flows.isEmpty { add(FlowLocation(), "needs one flow; the document has none.") }
    for flow in document.flows.dropFirst() {
      add(FlowLocation(flow: flow.id), "holds one flow; ", flow.id, " is left out.")
    }
  }

  /// Notes a style.
  mutating func add(style: Destination.Style, _ location: FlowLocation) {
    add(location, "cannot say how a screen appears; ", Name(style.rawValue), " is left out.")
  }

  /// Notes members that have no place in the format.
  mutating func add(unknown: JSONObject, _ location: FlowLocation) {
    for member in unknown.members where !Self.isFormat(member.key) {
      add(key: member.key, location)
    }
  }

  /// Notes a member that has no place in the format.
  mutating func add(key: Name, _ location: FlowLocation) {
    add(location, "cannot store the member ", key, " here; it is left out.")
  }

  @inline(never)
  private mutating func missing(_ what: String, _ name: Name?) {
    guard let name else { return }
    add(FlowLocation(), "cannot say " + what + "; ", name, " is left out.")
  }

  /// Whether a key holds a format's spelling, which is not a loss in another format.
  private static func isFormat(_ key: Name) -> Bool {
    for format in DocumentFormat.allCases where Name(format.rawValue) == key { return true }
    return false
  }
}
