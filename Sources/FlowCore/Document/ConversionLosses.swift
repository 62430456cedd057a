/// Collects the losses of a conversion to FlowKit or the first Flow Magic, whose documents have one
/// flow, without texts, segments or attributes.
struct ConversionLosses {
  private(set) var list: [ConversionLoss] = []
  /// The format's name for messages.
  let format: String

  init(_ format: String) {
    self.format = format
  }

  /// Records a loss; the message consists of the format's name, `before`, the name and `after`.
  @inline(never)
  mutating func add(_ location: FlowLocation, _ before: String, _ name: Name, _ after: String) {
    add(location, before + Quote.name(name) + after)
  }

  /// Records a loss; `message` follows the format's name.
  @inline(never)
  mutating func add(_ location: FlowLocation, _ message: String) {
    list.append(ConversionLoss(location: location, message: format + " " + message))
  }

  /// Records everything outside of the first flow.
  mutating func addLosses(outsideFirstFlowOf document: FlowDocument) {
    addUnsupported("the application", document.application)
    addUnsupported("the environment", document.environment)
    addUnsupported("the release's number", document.number.map { Name($0.description) })
    for table in document.strings { addUnsupported("texts by language", table.locale) }
    addUnsupported("a default language", document.defaultLocale)
    for locale in document.locales { addUnsupported("supported languages", locale) }
    for segment in document.segments { addUnsupported("segments", segment.name) }
    for attribute in document.attributes { addUnsupported("declared attributes", attribute.name) }
    for member in document.unknown.members where !DocumentFormat.isName(member.key) {
      addUnsupported("this member", member.key)
    }
    if document.flows.isEmpty { add(FlowLocation(), "needs one flow; the document has none.") }
    for flow in document.flows.dropFirst() {
      add(FlowLocation(flow: flow.id), "stores one flow; ", flow.id, " is left out.")
    }
  }

  /// Records that a presentation style is left out.
  mutating func add(style: Destination.Style, _ location: FlowLocation) {
    add(location, "cannot express how a screen appears; ", Name(style.rawValue), " is left out.")
  }

  /// Records members that the format cannot represent.
  mutating func add(unknown: JSONObject, _ location: FlowLocation) {
    for member in unknown.members where !DocumentFormat.isName(member.key) {
      add(key: member.key, location)
    }
  }

  /// Records a member that the format cannot represent.
  mutating func add(key: Name, _ location: FlowLocation) {
    add(location, "cannot store the member ", key, " here; it is left out.")
  }

  @inline(never)
  private mutating func addUnsupported(_ what: String, _ name: Name?) {
    guard let name else { return }
    add(FlowLocation(), "cannot store " + what + "; ", name, " is left out.")
  }
}
