public import FlowCore

/// A screen in code that is composed of blocks, and so needs no view of its own: each host's
/// `ForDrawn` shows it, on every platform.
///
/// Fields and ports are typed: a field writes a property of ``Screen/Outputs``, a button fires a
/// ``Screen/Port``. What the screen provides and needs follows from its blocks.
///
/// ```swift
/// struct EmailForm: ComposedScreen {
///   enum Port: String, ActionPort { case next }
///   typealias Outputs = Answers
///
///   static var body: [Block] {
///     text("Your e-mail", .title)
///     input(\.email, "E-mail", .email).required()
///     button("Continue", fire: .next)
///   }
/// }
/// ```
///
/// Texts are literals, or `.localized("email.title")` from the document's string tables.
public protocol ComposedScreen: Screen {
  /// The title of the screen in a window's title; by default none.
  static var title: BlockText? { get }
  /// The blocks, in a column.
  @BlocksBuilder static var body: [Block] { get }
}

extension ComposedScreen {
  /// None.
  public static var title: BlockText? { nil }

  /// The screen as data.
  static var drawing: BlockScreen {
    BlockScreen(
      name: Name(name), title: title,
      root: Block(.column, [.init(.children, .blocks(body))]).placed(at: "/root"))
  }
}

/// Builds the blocks of a ``ComposedScreen``.
@resultBuilder
public enum BlocksBuilder {
  /// One block.
  public static func buildExpression(_ block: Block) -> [Block] { [block] }
  /// Several blocks, such as those of a function.
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }
  /// Blocks one below the other.
  public static func buildBlock(_ parts: [Block]...) -> [Block] { parts.flatMap { $0 } }
  /// The blocks of an `if` without `else`.
  public static func buildOptional(_ part: [Block]?) -> [Block] { part ?? [] }
  /// The blocks of an `if` with `else`.
  public static func buildEither(first part: [Block]) -> [Block] { part }
  /// The blocks of an `else`.
  public static func buildEither(second part: [Block]) -> [Block] { part }
  /// The blocks of a loop.
  public static func buildArray(_ parts: [[Block]]) -> [Block] { parts.flatMap { $0 } }
}

extension BlockText: ExpressibleByStringInterpolation {
  /// A text that is the same in every language.
  public init(stringLiteral value: String) {
    self = .literal(value)
  }

  /// A text of the document's string tables, in the user's language.
  ///
  /// - Parameter key: The key.
  /// - Returns: The text.
  public static func localized(_ key: Name) -> BlockText { .key(key, count: nil) }
}

// MARK: - Registering

extension RegisteredScreen {
  /// Erases the type of a screen that is composed of blocks.
  ///
  /// - Parameter screen: The screen.
  public init<S: ComposedScreen>(_ screen: S.Type) {
    self.init(erasing: screen)
    let drawing = S.drawing
    composed = drawing
    let support = BlockSupport(
      level: BlockVocabulary.level, custom: drawing.root.customNames)
    guard declarationError == nil, let compiled = drawing.declaration(in: support) else { return }
    declare(compiled, drawing)
    let fired = Set(compiled.ports.map(\.name))
    if let missing = ports.first(where: { !fired.contains($0) }) {
      declarationError = FlowMagicError(
        .invalidScreen,
        "The screen \(name) has no block that fires its port \(missing). Add a button, or remove "
          + "the port.")
    } else if let issue = ScreenChecks.issues(drawing).first {
      declarationError = FlowMagicError(
        .invalidScreen,
        "The screen \(name) has a mistake in its block \(issue.pointer): "
          + "\(issue.code.rawValue) \(JSON.object(issue.arguments).text(.compact))")
    }
  }

  /// Declares what the blocks provide and need; the ports keep their labels.
  private mutating func declare(_ compiled: ScreenDeclaration, _ drawing: BlockScreen) {
    let labels = declaration.ports
    declaration.needs = compiled.needs
    declaration.provides = compiled.provides
    declaration.ports = compiled.ports.map { port in
      var port = port
      port.unknown = labels.first { $0.name == port.name }?.unknown ?? JSONObject()
      return port
    }
    let secrets = drawing.root.fields.filter(\.isSecret).compactMap(\.name)
    if !secrets.isEmpty {
      declaration.unknown[ScreenDeclaration.secrets] = .array(
        secrets.map { .string($0.string) })
    }
  }
}

extension ScreenRegistryBuilder {
  /// A screen that is composed of blocks.
  public static func buildExpression<S: ComposedScreen>(_ screen: S.Type) -> [RegisteredScreen] {
    [RegisteredScreen(screen)]
  }
}

extension Block {
  /// The block with its place in the screen, and those in it.
  func placed(at pointer: String) -> Block {
    var block = self
    block.pointer = pointer
    block.properties = properties.map { property in
      let place = pointer + "/" + property.key.name.string
      return Property(property.key, property.value.placed(at: place))
    }
    return block
  }

  /// The names of the custom blocks in the block, itself among them.
  var customNames: [Name] {
    (type == .custom ? [name].compactMap { $0 } : []) + children.flatMap(\.customNames)
  }
}

extension BlockValue {
  fileprivate func placed(at pointer: String) -> BlockValue {
    switch self {
    case .block(let block): .block(block.placed(at: pointer))
    case .blocks(let blocks):
      .blocks(blocks.enumerated().map { $1.placed(at: "\(pointer)/\($0)") })
    case .objects(let objects):
      .objects(
        objects.enumerated().map { index, properties in
          properties.map { property in
            let place = "\(pointer)/\(index)/\(property.key.name)"
            return .init(property.key, property.value.placed(at: place))
          }
        })
    default: self
    }
  }
}
