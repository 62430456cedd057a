public import FlowCore

/// A block ready to be drawn: texts in the user's language, bindings replaced by their values, and
/// blocks whose conditions are false removed.
///
/// Renderers draw exactly this, so a screen is the same in SwiftUI, in a browser and in a terminal.
public struct ResolvedBlock: Sendable, Equatable {
  /// The type.
  public let type: BlockType
  /// The key that identifies the block on its screen: its `id`, or its position.
  public let key: Name
  /// The properties that are set, in the document's order.
  public let properties: [Property]

  /// A property and its value.
  public struct Property: Sendable, Equatable {
    /// The property.
    public let key: BlockKey
    /// Its value while the screen is shown.
    public let value: ResolvedValue

    init(_ key: BlockKey, _ value: ResolvedValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a property; nil when it is not set.
  public subscript(key: BlockKey) -> ResolvedValue? { properties.value(key) }

  /// The text of a property; nil for another kind of value.
  public func text(_ key: BlockKey) -> String? {
    if case .text(let text)? = self[key] { text } else { nil }
  }

  /// The predefined value or the name in a property; nil for another kind of value.
  public func name(_ key: BlockKey) -> Name? {
    if case .name(let name)? = self[key] { name } else { nil }
  }

  /// Whether a property is true; false where it is not set.
  public func flag(_ key: BlockKey) -> Bool {
    if case .json(.bool(true))? = self[key] { true } else { false }
  }

  /// Whether it is a field whose entered value is secret: it is masked, and never in a page.
  package var isSecret: Bool { flag(.secret) || inputKind.isSecret }

  /// The kind of an `input`; `text` where it is not set.
  package var inputKind: InputKind { name(.kind).flatMap { InputKind($0) } ?? .text }

  /// The number of a property; nil for another kind of value.
  public func number(_ key: BlockKey) -> JSONNumber? {
    if case .json(.number(let number))? = self[key] { number } else { nil }
  }

  /// The actions of a property; none where it is not set.
  public func actions(_ key: BlockKey) -> [BlockAction] {
    if case .actions(let actions)? = self[key] { actions } else { [] }
  }

  /// The blocks of a property; none where it is not set.
  public func blocks(_ key: BlockKey) -> [ResolvedBlock] {
    if case .blocks(let blocks)? = self[key] { blocks } else { [] }
  }

  /// The items of a property; none where it is not set.
  public func items(_ key: BlockKey) -> [[Property]] {
    if case .items(let items)? = self[key] { items } else { [] }
  }
}

extension Array where Element == ResolvedBlock.Property {
  /// The value of a property; nil when it is not set.
  public func value(_ key: BlockKey) -> ResolvedValue? {
    for property in self where property.key == key { return property.value }
    return nil
  }

  /// The text of a property; nil for another kind of value.
  public func text(_ key: BlockKey) -> String? {
    if case .text(let text)? = value(key) { text } else { nil }
  }
}

/// The value of a property of a shown block.
public enum ResolvedValue: Sendable, Equatable {
  /// A text for the user.
  case text(String)
  /// One of a property's predefined values, such as `center`, or a name.
  case name(Name)
  case names([Name])
  /// A value: a boolean, a number, or the value of a field.
  case json(JSON)
  case actions([BlockAction])
  case blocks([ResolvedBlock])
  case items([[ResolvedBlock.Property]])
  /// A statement that no alternative is needed: the picture is decorative, or the video silent.
  case noTextAlternative

  /// Whether both are the same, byte by byte.
  public static func == (left: ResolvedValue, right: ResolvedValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): Name(left) == Name(right)
    case (.name(let left), .name(let right)): left == right
    case (.names(let left), .names(let right)): left == right
    case (.json(let left), .json(let right)): left == right
    case (.actions(let left), .actions(let right)): left == right
    case (.blocks(let left), .blocks(let right)): left == right
    case (.items(let left), .items(let right)): left == right
    case (.noTextAlternative, .noTextAlternative): true
    default: false
    }
  }
}

/// A screen ready to be drawn.
public struct ResolvedScreen: Sendable, Equatable {
  /// The name that the step uses.
  public let name: Name
  /// The title; nil without one.
  public let title: String?
  /// The root block; nil if its condition is false.
  public let root: ResolvedBlock?
  /// The errors of the visible fields, in order; empty when the form can be submitted.
  public let errors: [FieldError]

  /// Whether both are the same, byte by byte.
  public static func == (left: ResolvedScreen, right: ResolvedScreen) -> Bool {
    left.name == right.name && left.title.map { Name($0) } == right.title.map { Name($0) }
      && left.root == right.root && left.errors == right.errors
  }
}
