/// The rule for a block's property: its key, its kind, and whether it may be left out.
public struct BlockRule: Sendable {
  /// The property.
  public let key: BlockKey
  /// The kind of its values.
  public let kind: Kind
  /// Whether the block cannot be shown without it.
  public let isRequired: Bool

  init(_ key: BlockKey, _ kind: Kind, isRequired: Bool = false) {
    self.key = key
    self.kind = kind
    self.isRequired = isRequired
  }

  /// The kind of a property's values.
  public enum Kind: Sendable {
    /// `true` or `false`.
    case flag
    /// A whole number from the first to the second.
    case whole(Int, Int)
    /// A number.
    case number
    /// One of these words.
    case word([Name])
    /// A name: of a field, an icon or a custom block.
    case name
    /// The name of one of the screen's state values.
    case stateKey
    /// A text: a literal, or a key of the string tables.
    case text
    /// A text, or a value that is shown as one.
    case shownText
    /// A text, or `{"decorative": true}` for what says nothing.
    case alternative
    /// A value of that type, or a binding to one.
    case value(ValueType)
    /// The name of one of the document's assets, or a binding to one.
    case asset
    /// An asset, or `{"silent": true}` where nothing is spoken.
    case captions
    /// The path of a value, such as `data.watchlist`.
    case path
    /// The conditions of routes, with `state.`, `item.` and `content.` besides.
    case condition
    /// `true`, `false` or a condition.
    case flagOrCondition
    /// Actions, in order; at most four.
    case actions
    /// A block.
    case block
    /// At most that many blocks.
    case blocks(Int)
    /// At most that many objects, each with these properties.
    case objects(Int, [BlockRule])
    /// Choices: at most that many, or where they are read from.
    case options(Int)
    /// An object with these properties.
    case object([BlockRule])
    /// Any JSON: what a custom block gets.
    case json
    /// Names: of products.
    case names(Int)
    /// A day as `yyyy-MM-dd`, or days from today as `today+14d`.
    case day
    /// A regular expression of the linear-time kind.
    case pattern
    /// An `https` address, or the id of a step.
    case target
  }
}
