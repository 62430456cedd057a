/// A screen that is data: what it takes, what it keeps, and the blocks that it is made of.
public struct BlockScreen: Sendable, Equatable {
  /// The name that steps use, unique in the document.
  public var name: Name
  /// The title, in lists of screens and as the window's title.
  public var title: BlockText?
  /// The schema of what a step hands to it; nil accepts anything.
  public var parameters: JSON?
  /// Its own state, which is forgotten when the screen is left for good.
  public var state: [StateDeclaration]
  /// The blocks.
  public var root: Block

  /// A value that the screen keeps while it is shown.
  public struct StateDeclaration: Sendable, Equatable {
    /// Its name.
    public var key: Name
    /// The type of its values.
    public var type: ValueType
    /// The initial value.
    public var initial: JSON

    /// Creates a declaration.
    public init(key: Name, type: ValueType, initial: JSON) {
      self.key = key
      self.type = type
      self.initial = initial
    }
  }

  /// Creates a screen.
  public init(
    name: Name, title: BlockText? = nil, parameters: JSON? = nil, state: [StateDeclaration] = [],
    root: Block
  ) {
    self.name = name
    self.title = title
    self.parameters = parameters
    self.state = state
    self.root = root
  }
}
