import FlowCore

/// Makes the views for a navigator's steps, in any UI framework.
///
/// It works the same for SwiftUI, UIKit, a terminal and a web page; only the type that the closures
/// return differs.
///
/// ```swift
/// let host = try ScreenHost(navigator) {
///   For(Home.self) { home in [home.content.headline, "l: log in"] }
///   For(Email.self) { email in [email.content.title] }
/// }
/// draw(host.view)
/// ```
@MainActor
public struct ScreenHost<View> {
  /// The navigator.
  public let navigator: Navigator
  private let factories: [Name: AnyFor<View>]

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - navigator: The navigator.
  ///   - table: A `For` for each registered screen.
  /// - Throws: `screen-without-view` if a registered screen is not in the table, or if the table
  ///   has a screen twice or one that is not registered.
  public init(
    _ navigator: Navigator, @ScreenHostBuilder<View> _ table: () -> [AnyFor<View>]
  ) throws(FlowMagicError) {
    var factories: [Name: AnyFor<View>] = [:]
    for factory in table() {
      if navigator.screens[factory.screen] == nil {
        throw FlowMagicError(
          .screenWithoutView,
          "The table has a `For(\(factory.screen))`, but that screen is not registered.")
      }
      if factories.updateValue(factory, forKey: factory.screen) != nil {
        throw FlowMagicError(.screenWithoutView, "The table has two `For(\(factory.screen))`.")
      }
    }
    for screen in navigator.screens.screens
    where factories[screen.name] == nil && !navigator.screens.isWork(screen.name) {
      throw FlowMagicError(
        .screenWithoutView,
        "The registered screen \(screen.name) has no view. Add a `For(\(screen.name).self)`.")
    }
    self.navigator = navigator
    self.factories = factories
  }

  /// The view of the current step; nil before the start.
  ///
  /// While a screen without an interface works, this is the view of the previous screen.
  public var view: View? {
    navigator.path.last { factories[$0.screen] != nil }.flatMap { view(for: $0) }
  }

  /// The views of the whole path, for a navigation stack.
  public var views: [View] { navigator.path.compactMap { view(for: $0) } }

  /// The view of a step on the path; nil if the step is no longer on it.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its view.
  public func view(for step: ShownStep) -> View? {
    factories[step.screen]?.make(step, navigator)
  }
}

/// Makes the view of one screen.
@MainActor
public struct For<S: Screen, View> {
  let make: (ScreenProxy<S>) -> View

  /// Creates an entry of a host's table.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - make: Makes the view; called each time the navigator's state changes.
  public init(_ screen: S.Type, _ make: @escaping (ScreenProxy<S>) -> View) {
    self.make = make
  }
}

/// A type-erased ``For``.
@MainActor
public struct AnyFor<View> {
  let screen: Name
  let make: (ShownStep, Navigator) -> View?

  /// Erases the type of an entry and converts its view to the host's type.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - convert: Converts the view, for example to `AnyView`.
  public init<S: Screen, Part>(_ entry: For<S, Part>, _ convert: @escaping (Part) -> View) {
    screen = Name(S.name)
    make = { step, navigator in
      ScreenProxy(S.self, step, in: navigator).map { convert(entry.make($0)) }
    }
  }
}

/// Builds the table of a ``ScreenHost``.
@resultBuilder @MainActor
public enum ScreenHostBuilder<View> {
  /// One screen.
  public static func buildExpression<S: Screen>(_ entry: For<S, View>) -> [AnyFor<View>] {
    [AnyFor(entry) { $0 }]
  }

  /// Entries from another builder.
  public static func buildExpression(_ entries: [AnyFor<View>]) -> [AnyFor<View>] { entries }

  /// A block of entries.
  public static func buildBlock(_ parts: [AnyFor<View>]...) -> [AnyFor<View>] {
    parts.flatMap { $0 }
  }

  /// The entries of an `if` without `else`.
  public static func buildOptional(_ part: [AnyFor<View>]?) -> [AnyFor<View>] { part ?? [] }

  /// The entries of an `if` with `else`.
  public static func buildEither(first part: [AnyFor<View>]) -> [AnyFor<View>] { part }

  /// The entries of an `else`.
  public static func buildEither(second part: [AnyFor<View>]) -> [AnyFor<View>] { part }
}
