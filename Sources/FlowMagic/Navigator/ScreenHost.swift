import FlowCore

/// Shows the steps of a navigator in whatever an interface is made of.
///
/// The same three lines for SwiftUI, UIKit, a terminal and a web page; only what the closures
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
  private let makers: [Name: AnyFor<View>]

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - navigator: The navigator.
  ///   - table: What shows each screen.
  /// - Throws: `screenWithoutView` if a registered screen is not in the table, or a screen is in it
  ///   twice or not registered.
  public init(
    _ navigator: Navigator, @ScreenTableBuilder<View> _ table: () -> [AnyFor<View>]
  ) throws(FlowMagicError) {
    var makers: [Name: AnyFor<View>] = [:]
    for maker in table() {
      if navigator.screens[maker.screen] == nil {
        throw FlowMagicError(
          .screenWithoutView,
          "The table shows the screen \(maker.screen), which is not registered.")
      }
      if makers.updateValue(maker, forKey: maker.screen) != nil {
        throw FlowMagicError(.screenWithoutView, "The table shows \(maker.screen) twice.")
      }
    }
    for screen in navigator.screens.screens
    where makers[screen.name] == nil && !navigator.screens.isWork(screen.name) {
      throw FlowMagicError(
        .screenWithoutView,
        "Nothing in the table shows the registered screen \(screen.name): add a `For`.")
    }
    self.navigator = navigator
    self.makers = makers
  }

  /// The view of the step that is shown; nil before the start.
  ///
  /// While a screen without an interface works, it is the view of the one before.
  public var view: View? {
    navigator.path.last { makers[$0.screen] != nil }.flatMap { view(for: $0) }
  }

  /// The views of the whole path, for interfaces that keep a stack.
  public var views: [View] { navigator.path.compactMap { view(for: $0) } }

  /// The view of a step on the path; nil when the step has gone.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its view.
  public func view(for step: ShownStep) -> View? {
    makers[step.screen]?.make(step, navigator)
  }
}

/// What shows one screen.
@MainActor
public struct For<S: Screen, View> {
  let make: (Shown<S>) -> View

  /// Makes an entry of a table.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - make: Makes its view, each time that the navigator's state changes.
  public init(_ screen: S.Type, _ make: @escaping (Shown<S>) -> View) {
    self.make = make
  }
}

/// What shows one screen, without its type.
@MainActor
public struct AnyFor<View> {
  let screen: Name
  let make: (ShownStep, Navigator) -> View?

  /// Takes an entry, turning its view into the host's kind.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - turn: Turns the view, for example into `AnyView`.
  public init<S: Screen, Part>(_ entry: For<S, Part>, _ turn: @escaping (Part) -> View) {
    screen = Name(S.name)
    make = { step, navigator in
      Shown(S.self, step, in: navigator).map { turn(entry.make($0)) }
    }
  }
}

/// Collects a host's table.
@resultBuilder @MainActor
public enum ScreenTableBuilder<View> {
  /// One screen.
  public static func buildExpression<S: Screen>(_ entry: For<S, View>) -> [AnyFor<View>] {
    [AnyFor(entry) { $0 }]
  }

  /// A part made elsewhere.
  public static func buildExpression(_ entries: [AnyFor<View>]) -> [AnyFor<View>] { entries }

  /// All of them.
  public static func buildBlock(_ parts: [AnyFor<View>]...) -> [AnyFor<View>] {
    parts.flatMap { $0 }
  }

  /// Those of an `if`.
  public static func buildOptional(_ part: [AnyFor<View>]?) -> [AnyFor<View>] { part ?? [] }

  /// Those of an `if`.
  public static func buildEither(first part: [AnyFor<View>]) -> [AnyFor<View>] { part }

  /// Those of an `else`.
  public static func buildEither(second part: [AnyFor<View>]) -> [AnyFor<View>] { part }
}
