import FlowCore

/// Creates the views of a navigator's steps, in any UI framework.
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
  /// The entry for drawn screens.
  private let drawnScreenFactory: AnyFor<View>?

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - navigator: The navigator.
  ///   - table: A `For` for each registered screen, except composed ones and those with code in
  ///     place of a view, and a `ForDrawn` if the registry shows drawn screens.
  /// - Throws: `screen-without-view` if one of these is missing or occurs twice, or if the table
  ///   has an entry for a screen that is not registered or for drawn screens that are not shown.
  public init(
    _ navigator: Navigator, @ScreenHostBuilder<View> _ table: () -> [AnyFor<View>]
  ) throws(FlowMagicError) {
    let entries = table()
    try ScreenHost.check(entries, navigator.screens)
    self.init(unchecked: navigator, entries)
  }

  /// Creates a host that shows nothing for screens missing in its table.
  package init(unchecked navigator: Navigator, _ entries: [AnyFor<View>]) {
    self.navigator = navigator
    let namedEntries = entries.compactMap { entry in entry.screen.map { ($0, entry) } }
    factories = Dictionary(namedEntries) { first, _ in first }
    drawnScreenFactory = entries.first { $0.screen == nil }
  }

  private static func check(
    _ entries: [AnyFor<View>], _ screens: ScreenRegistry
  ) throws(FlowMagicError) {
    var seen: Set<Name> = []
    for screen in entries.compactMap(\.screen) {
      if screens[screen] == nil {
        throw FlowMagicError(
          .screenWithoutView,
          "The table has a `For(\(screen))`, but that screen is not registered.")
      }
      if !seen.insert(screen).inserted {
        throw FlowMagicError(.screenWithoutView, "The table has two `For(\(screen))`.")
      }
    }
    try checkDrawn(entries.filter { $0.screen == nil }.count, screens)
    for screen in screens.screens
    where !seen.contains(screen.name) && screen.code == nil && screen.composedScreen == nil {
      throw FlowMagicError(
        .screenWithoutView,
        "The registered screen \(screen.name) has no view. Add a `For(\(screen.name).self)`.")
    }
  }

  /// Checks the number of entries for drawn screens.
  private static func checkDrawn(
    _ count: Int, _ screens: ScreenRegistry
  ) throws(FlowMagicError) {
    if count > 1 { throw FlowMagicError(.screenWithoutView, "The table has two `ForDrawn`.") }
    guard screens.showsDrawnScreens != (count == 1) else { return }
    throw FlowMagicError(
      .screenWithoutView,
      screens.showsDrawnScreens
        ? "The registry shows drawn screens, which have no view. Add a `ForDrawn { … }`."
        : "The table has a `ForDrawn`, but the registry shows no drawn screens. Add `blocks: {}` "
          + "to the registry.")
  }

  /// The view of the current step; nil before the start.
  ///
  /// While a screen without an interface is working, this is the view of the previous screen.
  public var view: View? {
    navigator.path.last { entry(for: $0) != nil }.flatMap { view(for: $0) }
  }

  /// The views of the whole path, for a navigation stack.
  public var views: [View] { navigator.path.compactMap { view(for: $0) } }

  /// The view of a step on the path; nil if the step is no longer on it.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its view.
  public func view(for step: ShownStep) -> View? {
    entry(for: step)?.make(step, navigator)
  }

  private func entry(for step: ShownStep) -> AnyFor<View>? {
    factories[step.screen] ?? (navigator.drawnScreens[step.id] == nil ? nil : drawnScreenFactory)
  }

  /// Updates a view object with the new content of its step.
  package func update(_ view: View, for step: ShownStep) {
    entry(for: step)?.update(view, step, navigator)
  }
}

/// Makes the view of one screen.
@MainActor
public struct For<S: Screen, View> {
  package let make: (ScreenProxy<S>) -> View
  let update: (View, ScreenProxy<S>) -> Void

  /// Creates an entry of a host's table.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - make: Makes the view; called each time the host is asked for the view of the step.
  public init(_ screen: S.Type, _ make: @escaping (ScreenProxy<S>) -> View) {
    self.init(screen, make: make) { _, _ in }
  }

  /// Creates an entry of a host's table, for views that are objects, such as view controllers.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - make: Makes the view; called once each time a step is shown.
  ///   - update: Shows the step's new content; called when it has changed.
  public init(
    _ screen: S.Type, make: @escaping (ScreenProxy<S>) -> View,
    update: @escaping (View, ScreenProxy<S>) -> Void
  ) {
    self.make = make
    self.update = update
  }
}

/// A type-erased ``For`` or ``ForDrawn``.
@MainActor
public struct AnyFor<View> {
  /// The screen; nil for all drawn screens.
  let screen: Name?
  let make: (ShownStep, Navigator) -> View?
  let update: (View, ShownStep, Navigator) -> Void

  init(
    screen: Name?, make: @escaping (ShownStep, Navigator) -> View?,
    update: @escaping (View, ShownStep, Navigator) -> Void
  ) {
    self.screen = screen
    self.make = make
    self.update = update
  }

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
    update = { view, step, navigator in
      guard let part = view as? Part, let proxy = ScreenProxy(S.self, step, in: navigator) else {
        return
      }
      entry.update(part, proxy)
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

  /// A sequence of entries.
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
