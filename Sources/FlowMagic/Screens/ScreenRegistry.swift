public import FlowCore

/// The screens of an app, by name.
///
/// Create it once at launch: it throws errors in declarations before anything is shown.
///
/// ```swift
/// let screens = try ScreenRegistry {
///   Home.self
///   Email.self
///   Summary.self
/// }
/// ```
public struct ScreenRegistry: Sendable {
  /// The screens, in the order of their registration.
  public let screens: [RegisteredScreen]
  /// The blocks that drawn screens may use; nil if this build shows no drawn screens.
  public let blocks: BlockLibrary?
  private let indexes: [Name: Int]

  /// Registers screens.
  ///
  /// - Parameter screens: The screens' types.
  /// - Throws: `duplicate-screen` if two have the same name or one has an empty one,
  ///   `content-mismatch` if a default content cannot be decoded, `unknown-output` or
  ///   `output-not-optional` for invalid outputs, `invalid-screen` for other errors in a
  ///   declaration.
  public init(@ScreenRegistryBuilder _ screens: () -> [RegisteredScreen]) throws(FlowMagicError) {
    try self.init(screens())
  }

  /// Registers screens, and enables the drawn screens of documents.
  ///
  /// A screen in code takes precedence over a drawn one with the same name.
  ///
  /// ```swift
  /// let screens = try ScreenRegistry {
  ///   Home.self
  /// } blocks: {
  ///   purchase
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - screens: The screens' types.
  ///   - blocks: The blocks that drawn screens may use besides the standard ones.
  /// - Throws: The errors of the other initializer; `invalid-blocks` if two actions, two custom
  ///   blocks or two live data values have the same name.
  public init(
    @ScreenRegistryBuilder _ screens: () -> [RegisteredScreen],
    @BlockLibraryBuilder blocks: () -> BlockLibrary
  ) throws(FlowMagicError) {
    try self.init(screens(), blocks: blocks())
  }

  /// Registers screens.
  ///
  /// - Parameters:
  ///   - screens: The screens.
  ///   - blocks: The blocks that drawn screens may use; nil to show no drawn screens.
  /// - Throws: The errors of the other initializers.
  public init(
    _ screens: [RegisteredScreen], blocks: BlockLibrary? = nil
  ) throws(FlowMagicError) {
    if let error = blocks?.declarationError { throw error }
    var screens = screens
    for index in screens.indices { screens[index].declareBlocks(using: blocks) }
    var indexes: [Name: Int] = [:]
    for (index, screen) in screens.enumerated() {
      if screen.name.isEmpty {
        throw FlowMagicError(
          .duplicateScreen,
          "Screen \(index + 1) of the registry has an empty name. Give it a unique "
            + "`static let name`.")
      }
      if indexes.updateValue(index, forKey: screen.name) != nil {
        throw FlowMagicError(
          .duplicateScreen,
          "Two screens are registered with the name \(screen.name). Names must be unique: give one "
            + "of the screens a different `static let name`.")
      }
      if let error = screen.declarationError { throw error }
      if screen.needsCode, screen.code == nil {
        throw FlowMagicError(
          .invalidScreen,
          "The screen \(screen.name) is a step in code or a decision, but its type is registered, "
            + "so its code would never run. Register a value of the type, with its dependencies.")
      }
    }
    self.screens = screens
    self.blocks = blocks
    self.indexes = indexes
  }

  /// The screen with a name; nil if none is registered.
  ///
  /// - Parameter name: The name.
  public subscript(name: Name) -> RegisteredScreen? { indexes[name].map { screens[$0] } }

  /// The screens in code that are composed of blocks, as data.
  ///
  /// For a host that renders them itself, such as one for browsers.
  public var composedScreens: [BlockScreen] { screens.compactMap(\.composedScreen) }

  /// Whether a host for this build's screens needs a `ForDrawn`.
  var showsDrawnScreens: Bool { blocks != nil || screens.contains { $0.composedScreen != nil } }
}

/// Builds the screens of a registry.
@resultBuilder
public enum ScreenRegistryBuilder {
  /// One screen.
  public static func buildExpression<S: Screen>(_ screen: S.Type) -> [RegisteredScreen] {
    [RegisteredScreen(screen)]
  }

  /// Another registry's screens, such as those of a feature module.
  public static func buildExpression(_ registry: ScreenRegistry) -> [RegisteredScreen] {
    registry.screens
  }

  /// A sequence of screens.
  public static func buildBlock(_ parts: [RegisteredScreen]...) -> [RegisteredScreen] {
    parts.flatMap { $0 }
  }

  /// The screens of an `if` without `else`.
  public static func buildOptional(_ part: [RegisteredScreen]?) -> [RegisteredScreen] {
    part ?? []
  }

  /// The screens of an `if` with `else`.
  public static func buildEither(first part: [RegisteredScreen]) -> [RegisteredScreen] { part }

  /// The screens of an `else`.
  public static func buildEither(second part: [RegisteredScreen]) -> [RegisteredScreen] { part }

  /// The screens of a loop.
  public static func buildArray(_ parts: [[RegisteredScreen]]) -> [RegisteredScreen] {
    parts.flatMap { $0 }
  }
}
