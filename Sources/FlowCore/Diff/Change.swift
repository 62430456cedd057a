/// One difference between two documents.
///
/// The kind, the message id and the arguments are for programs and never change their meaning; the
/// portal renders its texts from them. The sentence is English, plain text without markup.
public struct Change: Sendable, Equatable {
  /// The kind of the difference.
  public let kind: ChangeKind
  /// The location: in the new document, or in the old one for what was removed.
  public let location: FlowLocation
  /// The id of the message among those of the kind, for texts in any language.
  ///
  /// It is the kind, or the kind and a word behind a point; `Conformance/messages.json` lists the
  /// ids with their arguments.
  public var messageID: String { id.rawValue }
  /// The values for the placeholders of the message, as JSON, by placeholder name; routes and
  /// conditions are written as in native documents.
  public let arguments: JSONObject

  package let id: ChangeMessageID

  /// Creates a change.
  package init(_ id: ChangeMessageID, _ location: FlowLocation, _ arguments: JSONObject) {
    self.id = id
    kind = id.kind
    self.location = location
    self.arguments = arguments
  }

  /// Whether both say the same.
  public static func == (left: Change, right: Change) -> Bool {
    left.id == right.id && left.location == right.location && left.arguments == right.arguments
  }
}

extension Change {
  /// The change as the object that `flowmagic diff --json`, the server and the portal show.
  ///
  /// The browser build writes no English: the portal renders texts from the id and the arguments.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue)]
    for member in location.members { object[member.key] = member.value }
    object["messageId"] = .string(messageID)
    object["arguments"] = .object(arguments)
    for member in texts { object[member.key] = member.value }
    return .object(object)
  }
}

/// The kind of a difference between two documents.
///
/// A code is never reused for something else.
public enum ChangeKind: String, Sendable, CaseIterable {
  /// The document belongs to another application.
  case application = "application-changed"
  /// Another flow is the first, where the application starts, or the flows' order changed.
  case flowOrder = "flow-order-changed"
  /// A flow is new.
  case flowAdded = "flow-added"
  /// A flow is gone.
  case flowRemoved = "flow-removed"
  /// A flow starts at another step.
  case start = "start-changed"
  /// A step is new.
  case stepAdded = "step-added"
  /// A step is gone.
  case stepRemoved = "step-removed"
  /// A step shows another screen.
  case screen = "screen-changed"
  /// A step hands something else to its screen.
  case content = "content-changed"
  /// A step is shown under another condition.
  case showWhen = "show-when-changed"
  /// A step has a new port.
  case portAdded = "port-added"
  /// A step has lost a port.
  case portRemoved = "port-removed"
  /// A port has a new route.
  case routeAdded = "route-added"
  /// A port has lost a route.
  case routeRemoved = "route-removed"
  /// A route leads elsewhere or appears in another style.
  case destination = "destination-changed"
  /// A route applies under another condition.
  case condition = "condition-changed"
  /// A port's routes are tried in another order.
  case routeOrder = "route-order-changed"
  /// A split has other shares.
  case splitShares = "split-shares-changed"
  /// The variants of a split changed, or their order.
  case splitVariants = "split-variants-changed"
  /// A split assigns its variants in another way.
  case splitSettings = "split-settings-changed"
  /// A section of a flow is new or gone, or has another title or other steps.
  case section = "section-changed"
  /// A drawn screen is new, gone or has other blocks.
  case drawnScreen = "drawn-screen-changed"
  /// A language is new or gone.
  case language = "language-changed"
  /// A text is new.
  case textAdded = "text-added"
  /// A text is gone.
  case textRemoved = "text-removed"
  /// A text reads differently.
  case text = "text-changed"
  /// A segment is new, gone or has other values.
  case segment = "segment-changed"
  /// A declared attribute is new, gone or has another type.
  case attribute = "attribute-changed"
  /// A member that this engine does not know is new, gone or different.
  case unknown = "unknown-changed"
}

extension FlowDocument {
  /// Returns the differences of `new` from this document, in the order of `new`.
  ///
  /// Two documents that mean the same have no changes: the order of steps, ports, texts, segments
  /// and attributes does not count, nor do the environment, the number and the origin, which label
  /// a release.
  ///
  /// Time: linear in both documents.
  public func changes(to new: FlowDocument) -> [Change] {
    var log = ChangeLog()
    log.compare(self, new)
    return log.changesWithSections(self, new)
  }
}

/// The changes found so far.
struct ChangeLog {
  private(set) var changes: [Change] = []

  /// Adds a change.
  mutating func add(
    _ id: ChangeMessageID, _ location: FlowLocation = FlowLocation(),
    _ arguments: JSONObject = JSONObject()
  ) {
    changes.append(Change(id, location, arguments))
  }

  /// Adds the members that are different in the unknown ones of `owner`.
  ///
  /// The spelling of a foreign format has no meaning and is not compared.
  mutating func compare(
    unknown old: JSONObject, _ new: JSONObject, _ location: FlowLocation, of owner: JSONObject
  ) {
    if old.isEmpty && new.isEmpty { return }
    let pairs = Matching(old.members.map { $0.key }, new.members.map { $0.key })
    for (index, member) in new.members.enumerated() where !Self.isSpelling(member.key) {
      let known = pairs.old[index]
      if known >= 0, old.members[known].value == member.value { continue }
      add(
        known < 0 ? .memberAdded : .memberChanged, location,
        ["member": .name(member.key), "owner": .object(owner)])
    }
    for index in pairs.removed where !Self.isSpelling(old.members[index].key) {
      add(
        .memberRemoved, location,
        ["member": .name(old.members[index].key), "owner": .object(owner)])
    }
  }

  private static func isSpelling(_ key: Name) -> Bool {
    for format in DocumentFormat.allCases where Name(format.rawValue) == key { return true }
    return false
  }
}

#if hasFeature(Embedded)
  extension Change {
    fileprivate var texts: [JSONObject.Member] { [] }
  }
#else
  extension Change {
    /// An English sentence for a product owner.
    public var sentence: String {
      MessageTemplate.fill(ChangeTexts.template(id).text, arguments, EnglishFormat.change)
    }

    fileprivate var texts: [JSONObject.Member] {
      [.init(key: "sentence", value: .string(sentence))]
    }
  }
#endif
