/// One building block of a screen: its type and its properties, as the document has them.
public struct Block: Sendable, Equatable {
  /// The type.
  public var type: BlockType
  /// The properties that are set, in the document's order.
  public var properties: [Property]
  /// The JSON Pointer of the block in its screen, such as `/root/children/2`.
  public var pointer: String

  /// A property and its value.
  public struct Property: Sendable, Equatable {
    /// The property.
    public var key: BlockKey
    /// The value.
    public var value: BlockValue

    /// Creates a property.
    public init(_ key: BlockKey, _ value: BlockValue) {
      self.key = key
      self.value = value
    }
  }

  /// Creates a block.
  public init(_ type: BlockType, _ properties: [Property] = [], pointer: String = "") {
    self.type = type
    self.properties = properties
    self.pointer = pointer
  }

  /// The value of a property; nil when it is not set.
  public subscript(key: BlockKey) -> BlockValue? {
    get { properties.value(key) }
    set {
      let index = properties.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): properties[index].value = value
      case (let index?, nil): properties.remove(at: index)
      case (nil, let value?): properties.append(Property(key, value))
      case (nil, nil): break
      }
    }
  }

  /// The key under which the block is told apart from its siblings, and which fields write.
  public var name: Name? { self[.name]?.name }

  /// The blocks inside, in the order in which they are drawn; not those of `else`.
  public var children: [Block] {
    properties.flatMap { property in
      property.key == .else ? [] : property.value.blocks
    }
  }
}

extension Block {
  /// The fields in the block, itself among them, in the document's order.
  package var fields: [Block] {
    (type.isField ? [self] : []) + children.flatMap { $0.fields }
  }

  /// Whether what is entered is never shown, stored or sent with events.
  package var isSecret: Bool {
    self[.secret]?.flag == true
      || self[.kind]?.name.flatMap { InputKind($0) }?.isSecret == true
  }
}

extension Array where Element == Block.Property {
  /// The value of a property; nil when it is not set.
  public func value(_ key: BlockKey) -> BlockValue? {
    for property in self where property.key == key { return property.value }
    return nil
  }
}

/// The value of a property of a block.
public enum BlockValue: Sendable, Equatable {
  case flag(Bool)
  case number(JSONNumber)
  /// A word of the vocabulary, or a name.
  case name(Name)
  case names([Name])
  case text(BlockText)
  case binding(BlockBinding)
  case path(BindingPath)
  case condition(JSON)
  case actions([BlockAction])
  case block(Block)
  case blocks([Block])
  /// Items, each with properties of its own.
  case objects([[Block.Property]])
  /// Choices that are read from where a path leads.
  case options(BoundOptions)
  /// `{"decorative": true}` or `{"silent": true}`: there is nothing to be said.
  case silent
  case json(JSON)

  /// The word or name.
  public var name: Name? { if case .name(let name) = self { name } else { nil } }
  /// Whether it is true.
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The number.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  /// The text.
  public var text: BlockText? { if case .text(let text) = self { text } else { nil } }
  /// The binding.
  public var binding: BlockBinding? {
    if case .binding(let binding) = self { binding } else { nil }
  }
  /// The actions; none for another kind of value.
  public var actions: [BlockAction] {
    if case .actions(let actions) = self { actions } else { [] }
  }
  /// The blocks in it, those of its items too.
  public var blocks: [Block] {
    switch self {
    case .block(let block): [block]
    case .blocks(let blocks): blocks
    case .objects(let objects): objects.flatMap { $0.flatMap { $0.value.blocks } }
    default: []
    }
  }
}

/// Choices that come from data: where they are, and what in each is its value and its title.
public struct BoundOptions: Sendable, Equatable {
  /// The array.
  public var from: BindingPath
  /// The value that is written when an element is chosen.
  public var value: BindingPath
  /// The title that is shown for an element.
  public var title: BindingPath

  /// Creates the description.
  public init(from: BindingPath, value: BindingPath, title: BindingPath) {
    self.from = from
    self.value = value
    self.title = title
  }
}
