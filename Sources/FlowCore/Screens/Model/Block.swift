/// A building block of a screen: its type and its properties, as in the document.
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

  /// The value of a property; nil if it is not set.
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

  /// The property `name`: of a field, the output that it writes; of a custom block, its name.
  public var name: Name? { self[.name]?.name }

  /// The child blocks, in the order of the properties; excluding those of `else`.
  public var children: [Block] {
    properties.flatMap { property in
      property.key == .else ? [] : property.value.blocks
    }
  }
}

extension Block {
  /// The fields in the block, including itself, in the document's order.
  package var fields: [Block] {
    (type.isField ? [self] : []) + children.flatMap { $0.fields }
  }

  /// Whether the entered value is secret: it is not shown, stored or sent with events.
  package var isSecret: Bool {
    self[.secret]?.flag == true || inputKind.isSecret
  }

  /// The kind of an `input`; `text` where it is not set.
  package var inputKind: InputKind { self[.kind]?.name.flatMap { InputKind($0) } ?? .text }
}

extension Array where Element == Block.Property {
  /// The value of a property; nil if it is not set.
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
  /// Items, each with its own properties.
  case objects([[Block.Property]])
  /// Options that are read from an array at a path.
  case options(BoundOptions)
  /// `{"decorative": true}`, or `{"silent": true}` for a video without speech: there is no
  /// alternative text and no captions.
  case noTextAlternative
  case json(JSON)

  /// The word or name; nil for another type.
  public var name: Name? { if case .name(let name) = self { name } else { nil } }
  /// The boolean; nil for another type.
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The number; nil for another type.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  /// The text; nil for another type.
  public var text: BlockText? { if case .text(let text) = self { text } else { nil } }
  /// The binding; nil for another type.
  public var binding: BlockBinding? {
    if case .binding(let binding) = self { binding } else { nil }
  }
  /// The actions; empty for another type.
  public var actions: [BlockAction] {
    if case .actions(let actions) = self { actions } else { [] }
  }
  /// The blocks in the value, including those of its items.
  public var blocks: [Block] {
    switch self {
    case .block(let block): [block]
    case .blocks(let blocks): blocks
    case .objects(let objects): objects.flatMap { $0.flatMap { $0.value.blocks } }
    default: []
    }
  }
}

/// Options that come from data: the path of the array, and the paths within an element.
public struct BoundOptions: Sendable, Equatable {
  /// The array.
  public var from: BindingPath
  /// The value to write when an element is chosen.
  public var value: BindingPath
  /// The title to show for an element.
  public var title: BindingPath

  /// Creates bound options.
  public init(from: BindingPath, value: BindingPath, title: BindingPath) {
    self.from = from
    self.value = value
    self.title = title
  }
}
