#if canImport(UIKit) && !os(watchOS)
  public import FlowMagic
  public import SwiftUI
  public import UIKit

  /// Builds the list of a ``FlowNavigation``'s screens with their view controllers or SwiftUI
  /// views.
  @resultBuilder @MainActor
  public enum FlowNavigationBuilder {
    /// One screen with a view controller.
    public static func buildExpression<S: Screen, Controller: UIViewController>(
      _ entry: For<S, Controller>
    ) -> [AnyFor<UIViewController>] {
      [AnyFor(entry) { $0 }]
    }

    /// One screen with a SwiftUI view.
    public static func buildExpression<S: Screen, Content: SwiftUI.View>(
      _ entry: For<S, Content>
    ) -> [AnyFor<UIViewController>] {
      let hosted = For(S.self) { screen in
        HostedScreen(screen) { AnyView(entry.make($0)) }
      } update: { controller, screen in
        controller.show(screen)
      }
      return [AnyFor(hosted) { $0 }]
    }

    /// The drawn screens with a view controller.
    public static func buildExpression<Controller: UIViewController>(
      _ entry: ForDrawn<Controller>
    ) -> [AnyFor<UIViewController>] {
      [AnyFor(entry) { $0 }]
    }

    /// The drawn screens with a SwiftUI view, which is updated when a screen changes.
    public static func buildExpression<Content: SwiftUI.View>(
      _ entry: ForDrawn<Content>
    ) -> [AnyFor<UIViewController>] {
      let hosted = ForDrawn { drawn in
        UIHostingController(
          rootView: HostedDrawnScreen(drawn: drawn) { AnyView(entry.make($0)) })
      }
      return [AnyFor(hosted) { $0 }]
    }

    /// Entries from another builder.
    public static func buildExpression(
      _ entries: [AnyFor<UIViewController>]
    ) -> [AnyFor<UIViewController>] {
      entries
    }

    /// A block of entries.
    public static func buildBlock(
      _ parts: [AnyFor<UIViewController>]...
    ) -> [AnyFor<UIViewController>] {
      parts.flatMap { $0 }
    }

    /// The entries of an `if` without `else`.
    public static func buildOptional(
      _ part: [AnyFor<UIViewController>]?
    ) -> [AnyFor<UIViewController>] {
      part ?? []
    }

    /// The entries of an `if` with `else`.
    public static func buildEither(
      first part: [AnyFor<UIViewController>]
    ) -> [AnyFor<UIViewController>] {
      part
    }

    /// The entries of an `else`.
    public static func buildEither(
      second part: [AnyFor<UIViewController>]
    ) -> [AnyFor<UIViewController>] {
      part
    }
  }

  /// The view controller of a screen with a SwiftUI view.
  final class HostedScreen<S: Screen>: UIHostingController<HostedScreenView<S>> {
    private let content: (ScreenProxy<S>) -> AnyView

    init(_ screen: ScreenProxy<S>, _ content: @escaping (ScreenProxy<S>) -> AnyView) {
      self.content = content
      super.init(rootView: HostedScreenView(screen: screen, content: content))
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Shows new content; the view keeps entered text.
    func show(_ screen: ScreenProxy<S>) {
      rootView = HostedScreenView(screen: screen, content: content)
    }
  }

  /// The root view of a drawn screen with a SwiftUI view.
  struct HostedDrawnScreen: View {
    let drawn: DrawnScreenProxy
    let content: (DrawnScreenProxy) -> AnyView

    var body: some View {
      content(drawn).environment(drawn.navigator)
    }
  }

  /// The root view of a ``HostedScreen``.
  struct HostedScreenView<S: Screen>: View {
    let screen: ScreenProxy<S>
    let content: (ScreenProxy<S>) -> AnyView

    var body: some View {
      content(screen).environment(screen.navigator)
    }
  }
#endif
