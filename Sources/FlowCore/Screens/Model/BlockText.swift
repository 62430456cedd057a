/// A text on a screen.
public enum BlockText: Sendable, Equatable {
  /// The text itself, the same in every language.
  case literal(String)
  /// A text from the document's string tables; `count` selects the plural form.
  case key(Name, count: BindingPath?)

  /// Whether both are equal, byte by byte.
  public static func == (left: BlockText, right: BlockText) -> Bool {
    switch (left, right) {
    case (.literal(let left), .literal(let right)): Name(left) == Name(right)
    case (.key(let left, let leftCount), .key(let right, let rightCount)):
      left == right && leftCount == rightCount
    default: false
    }
  }
}
