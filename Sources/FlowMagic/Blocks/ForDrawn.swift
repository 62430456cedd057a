/// Makes the views of all drawn screens, as an entry of a ``ScreenHost``.
///
/// ```swift
/// let host = try ScreenHost(navigator) {
///   For(Home.self) { home in [home.content.headline] }
///   ForDrawn { drawn in lines(of: drawn.screen) }
/// }
/// ```
@MainActor
public struct ForDrawn<View> {
  package let make: (DrawnScreenProxy) -> View
  let update: (View, DrawnScreenProxy) -> Void

  /// Creates an entry.
  ///
  /// - Parameter make: Makes the view; called each time the host is asked for the view of the step.
  public init(_ make: @escaping (DrawnScreenProxy) -> View) {
    self.init(make: make) { _, _ in }
  }

  /// Creates an entry for views that are objects, such as view controllers.
  ///
  /// - Parameters:
  ///   - make: Makes the view; called once each time a step is shown.
  ///   - update: Shows the step's new content; called when it has changed.
  public init(
    make: @escaping (DrawnScreenProxy) -> View,
    update: @escaping (View, DrawnScreenProxy) -> Void
  ) {
    self.make = make
    self.update = update
  }
}

extension AnyFor {
  /// Erases the type of the entry for drawn screens and converts its view to the host's type.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - convert: Converts the view, for example to `AnyView`.
  public init<Part>(_ entry: ForDrawn<Part>, _ convert: @escaping (Part) -> View) {
    self.init(screen: nil) { step, navigator in
      DrawnScreenProxy(step, in: navigator).map { convert(entry.make($0)) }
    } update: { view, step, navigator in
      guard let part = view as? Part, let proxy = DrawnScreenProxy(step, in: navigator) else {
        return
      }
      entry.update(part, proxy)
    }
  }
}

extension ScreenHostBuilder {
  /// The drawn screens.
  public static func buildExpression(_ entry: ForDrawn<View>) -> [AnyFor<View>] {
    [AnyFor(entry) { $0 }]
  }
}
