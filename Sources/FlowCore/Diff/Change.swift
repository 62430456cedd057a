/// One difference between two documents, in words that a product owner reads.
///
/// The kind is for programs and never changes its meaning; the sentence is for people, plain text
/// without markup, with names in quotation marks.
public struct Change: Sendable, Equatable {
  /// What kind of difference this is.
  public let kind: ChangeKind
  /// Where it is: in the new document, or in the old one for what was removed.
  public let location: FlowLocation
  /// A sentence for people.
  public let sentence: String

  /// Makes a change.
  public init(_ kind: ChangeKind, _ location: FlowLocation, _ sentence: String) {
    self.kind = kind
    self.location = location
    self.sentence = sentence
  }

  /// Whether both say the same.
  public static func == (left: Change, right: Change) -> Bool {
    left.kind == right.kind && left.location == right.location
      && UTF8Bytes.equal(left.sentence, right.sentence)
  }
}

/// What kind of difference a change is.
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
  /// A split has other variants, or they stand in another order.
  case splitVariants = "split-variants-changed"
  /// A split divides people in another way.
  case splitSettings = "split-settings-changed"
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
  /// What is different in `new`, in the order of `new`, in words.
  ///
  /// Two documents that mean the same have no changes: the order of steps, ports, texts, segments
  /// and attributes does not count, nor do the environment, the number and the origin, which label
  /// a release.
  ///
  /// Time: linear in both documents.
  public func changes(to new: FlowDocument) -> [Change] {
    var log = ChangeLog()
    log.compare(self, new)
    return log.changes
  }
}

/// The changes found so far.
struct ChangeLog {
  private(set) var changes: [Change] = []

  /// Adds a change.
  mutating func add(_ kind: ChangeKind, _ location: FlowLocation, _ sentence: String) {
    changes.append(Change(kind, location, sentence))
  }

  /// Adds the members that are different in the unknown ones of `what`.
  ///
  /// How a foreign format was spelled has no meaning and is left out.
  mutating func compare(
    unknown old: JSONObject, _ new: JSONObject, _ location: FlowLocation, of what: String
  ) {
    if old.isEmpty && new.isEmpty { return }
    let pairs = Matching(old.members.map { $0.key }, new.members.map { $0.key })
    for (index, member) in new.members.enumerated() where !Self.isSpelling(member.key) {
      let name = "the additional member " + Quote.name(member.key) + " of " + what
      let known = pairs.old[index]
      if known < 0 {
        add(.unknown, location, Sentence.capitalized(name + " is new."))
      } else if old.members[known].value != member.value {
        add(.unknown, location, Sentence.capitalized(name + " changed."))
      }
    }
    for index in pairs.removed where !Self.isSpelling(old.members[index].key) {
      let name = Quote.name(old.members[index].key)
      add(.unknown, location, "The additional member " + name + " of " + what + " was removed.")
    }
  }

  private static func isSpelling(_ key: Name) -> Bool {
    for format in DocumentFormat.allCases where Name(format.rawValue) == key { return true }
    return false
  }
}
