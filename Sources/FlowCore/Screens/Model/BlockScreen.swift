/// A screen as data: its parameters, its state, and its blocks.
public struct BlockScreen: Sendable, Equatable {
  /// The name that steps use, unique in the document.
  public var name: Name
  /// The title, for lists of screens and for a window.
  public var title: BlockText?
  /// The schema of the content that a step passes to it; nil accepts any content.
  public var parameters: JSON?
  /// The screen's own state, which is discarded when the screen is removed from the path.
  public var state: [StateDeclaration]
  /// The blocks.
  public var root: Block

  /// A value that the screen keeps while it is shown.
  public struct StateDeclaration: Sendable, Equatable {
    /// The name of the value.
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
