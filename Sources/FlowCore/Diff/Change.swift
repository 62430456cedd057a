/// One difference between two documents.
///
/// The kind, the message id and the arguments are for programs, and never change their meaning; the
/// portal renders its texts from them. The sentence is for people.
public struct Change: Sendable, Equatable {
  /// The kind of the change.
  public let kind: ChangeKind
  /// The location: in the new document, or in the old one for a removed part.
  public let location: FlowLocation
  /// The id of the message among those of the kind, for texts in any language.
  ///
  /// It is the kind, or the kind and a word after a dot; `Conformance/messages.json` lists the ids
  /// with their arguments.
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

  /// Whether both have the same message, location and arguments.
  public static func == (left: Change, right: Change) -> Bool {
    left.id == right.id && left.location == right.location && left.arguments == right.arguments
  }
}

extension Change {
  /// The change as JSON, as used by `flowmagic diff --json`, the server and the portal.
  ///
  /// The browser build contains no English texts: the portal renders them from the id and the
  /// arguments.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue)]
    for member in location.members { object[member.key] = member.value }
    object["messageId"] = .string(messageID)
    object["arguments"] = .object(arguments)
    for member in texts { object[member.key] = member.value }
    return .object(object)
  }
}

/// The kind of a change between two documents.
///
/// A raw value is never reused with another meaning.
public enum ChangeKind: String, Sendable, CaseIterable {
  /// The id of the application that the document belongs to was added, removed or changed.
  case application = "application-changed"
  /// Another flow is first, where the application starts, or the order of the flows changed.
  case flowOrder = "flow-order-changed"
  /// A flow was added.
  case flowAdded = "flow-added"
  /// A flow was removed.
  case flowRemoved = "flow-removed"
  /// A flow starts at another step.
  case start = "start-changed"
  /// A step was added.
  case stepAdded = "step-added"
  /// A step was removed.
  case stepRemoved = "step-removed"
  /// A step shows another screen.
  case screen = "screen-changed"
  /// A step passes different content to its screen.
  case content = "content-changed"
  /// A step has a different condition for being shown.
  case showWhen = "show-when-changed"
  /// A port was added to a step.
  case portAdded = "port-added"
  /// A port was removed from a step.
  case portRemoved = "port-removed"
  /// A route was added to a port.
  case routeAdded = "route-added"
  /// A route was removed from a port.
  case routeRemoved = "route-removed"
  /// A route or a variant has another destination or presentation style.
  case destination = "destination-changed"
  /// A route has another condition.
  case condition = "condition-changed"
  /// The routes of a port are in another order.
  case routeOrder = "route-order-changed"
  /// A split has other weights.
  case splitShares = "split-shares-changed"
  /// The variants of a split or their order changed.
  case splitVariants = "split-variants-changed"
  /// A split runs another experiment or assigns users in another way.
  case splitSettings = "split-settings-changed"
  /// A section of a flow was added or removed, or its title or steps changed.
  case section = "section-changed"
  /// A drawn screen was added or removed, or its blocks changed.
  case drawnScreen = "drawn-screen-changed"
  /// A language was added or removed, or the default language changed.
  case language = "language-changed"
  /// A text was added.
  case textAdded = "text-added"
  /// A text was removed.
  case textRemoved = "text-removed"
  /// A text changed.
  case text = "text-changed"
  /// A segment was added or removed, or its values changed.
  case segment = "segment-changed"
  /// A declared attribute was added or removed, or its type changed.
  case attribute = "attribute-changed"
  /// A member that this engine does not know was added, removed or changed.
  case unknown = "unknown-changed"
}

extension FlowDocument {
  /// Returns the differences of `new` from this document, in the order of `new`.
  ///
  /// Equivalent documents have no changes: the order of steps, ports, texts, segments and
  /// attributes is not compared, nor are the environment, the number and the origin, which label a
  /// release.
  ///
  /// Time: linear in both documents, but up to quadratic in the numbers of flows, sections, and
  /// routes of one port.
  public func changes(to new: FlowDocument) -> [Change] {
    var comparison = DocumentComparison()
    comparison.compare(self, new)
    return comparison.changesWithSections(self, new)
  }
}

#if hasFeature(Embedded)
  extension Change {
    fileprivate var texts: [JSONObject.Member] { [] }
  }
#else
  extension Change {
    /// An English sentence.
    public var sentence: String {
      MessageTemplate.fill(ChangeTexts.template(id).text, arguments, EnglishFormat.change)
    }

    fileprivate var texts: [JSONObject.Member] {
      [.init(key: "sentence", value: .string(sentence))]
    }
  }
#endif
