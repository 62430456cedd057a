/// The rule for a property of a block: its key, the kind of its values, and whether it is required.
public struct BlockRule: Sendable {
  /// The property.
  public let key: BlockKey
  /// The kind of its values.
  public let kind: Kind
  /// Whether the property is required for showing the block.
  public let isRequired: Bool

  init(_ key: BlockKey, _ kind: Kind, isRequired: Bool = false) {
    self.key = key
    self.kind = kind
    self.isRequired = isRequired
  }

  /// The kind of a property's values.
  public enum Kind: Sendable {
    /// `true` or `false`.
    case boolean
    /// An integer within these bounds, inclusive.
    case integer(Int, Int)
    /// A number.
    case number
    /// One of these values.
    case enumeration([Name])
    /// A name: of a field, an icon or a custom block.
    case name
    /// The name of one of the screen's state values.
    case stateKey
    /// A text: a literal, or a key of the string tables.
    case text
    /// A text, or a binding to a value that is shown as text.
    case shownText
    /// An alternative text, or `{"decorative": true}` for a decorative block.
    case alternative
    /// A value of that type, or a binding to one.
    case value(ValueType)
    /// The name of one of the document's assets, or a binding to one.
    case asset
    /// An asset, or `{"silent": true}` for a video without speech.
    case captions
    /// The path of a value, such as `data.watchlist`.
    case path
    /// A condition as on routes, which can also read the state, the content and a list's element.
    case condition
    /// `true`, `false` or a condition.
    case booleanOrCondition
    /// A list of at most four actions.
    case actions
    /// A block.
    case block
    /// At most that many blocks.
    case blocks(Int)
    /// At most that many objects, each with these properties.
    case objects(Int, [BlockRule])
    /// Options: a list of at most that many, or a reference to data.
    case options(Int)
    /// An object with these properties.
    case object([BlockRule])
    /// Any JSON value.
    case json
    /// At most that many names, such as those of products.
    case names(Int)
    /// A date as `yyyy-MM-dd`, or an offset from today such as `today+14d`.
    case date
    /// A regular expression that can be matched in linear time.
    case pattern
    /// An `https` URL, or the id of a step.
    case target
  }
}
