public import FlowCore

/// The screens of an app, each under its unique name.
///
/// Built once at start; whatever is wrong with a declaration is found here, before a person sees
/// anything.
///
/// ```swift
/// let screens = try ScreenRegistry {
///   Home.self
///   Email.self
///   Summary.self
/// }
/// ```
public struct ScreenRegistry: Sendable {
  /// The screens, in the order they were registered.
  public let screens: [RegisteredScreen]
  private let indexes: [Name: Int]

  /// Registers screens.
  ///
  /// - Parameter screens: The screens' types.
  /// - Throws: `duplicateScreen` if two have the same name, `contentMismatch` if a default content
  ///   does not decode, `unknownOutput` or `outputNotOptional` for outputs that cannot be kept.
  public init(@ScreenRegistryBuilder _ screens: () -> [RegisteredScreen]) throws(FlowMagicError) {
    try self.init(screens())
  }

  /// Registers screens.
  ///
  /// - Parameter screens: The screens.
  /// - Throws: What the other initializer throws.
  public init(_ screens: [RegisteredScreen]) throws(FlowMagicError) {
    var indexes: [Name: Int] = [:]
    for (index, screen) in screens.enumerated() {
      if screen.name.isEmpty {
        throw FlowMagicError(.duplicateScreen, "Screen number \(index + 1) has an empty name.")
      }
      if indexes.updateValue(index, forKey: screen.name) != nil {
        throw FlowMagicError(
          .duplicateScreen,
          "Two screens are registered under the name \(screen.name). Flows know a screen by its "
            + "name only: give one of them another `static let name`.")
      }
      if let mistake = screen.mistake { throw mistake }
    }
    self.screens = screens
    self.indexes = indexes
  }

  /// The screen of a name; nil if none is registered.
  ///
  /// - Parameter name: The name.
  public subscript(name: Name) -> RegisteredScreen? { indexes[name].map { screens[$0] } }
}

/// Collects screens for a registry.
@resultBuilder
public enum ScreenRegistryBuilder {
  /// One screen.
  public static func buildExpression<S: Screen>(_ screen: S.Type) -> [RegisteredScreen] {
    [RegisteredScreen(screen)]
  }

  /// Another registry's screens, so that a feature can bring its own.
  public static func buildExpression(_ registry: ScreenRegistry) -> [RegisteredScreen] {
    registry.screens
  }

  /// All of them.
  public static func buildBlock(_ parts: [RegisteredScreen]...) -> [RegisteredScreen] {
    parts.flatMap { $0 }
  }

  /// Those of an `if`.
  public static func buildOptional(_ part: [RegisteredScreen]?) -> [RegisteredScreen] {
    part ?? []
  }

  /// Those of an `if`.
  public static func buildEither(first part: [RegisteredScreen]) -> [RegisteredScreen] { part }

  /// Those of an `else`.
  public static func buildEither(second part: [RegisteredScreen]) -> [RegisteredScreen] { part }

  /// Those of a loop.
  public static func buildArray(_ parts: [[RegisteredScreen]]) -> [RegisteredScreen] {
    parts.flatMap { $0 }
  }
}
