#if canImport(SwiftUI)
  public import FlowMagic
  public import SwiftUI

  import Foundation

  /// Shows a navigator's flow with navigation stacks, sheets and covers.
  ///
  /// ```swift
  /// WindowGroup {
  ///   FlowView(navigator) {
  ///     For(Home.self) { home in HomeView(home: home) }
  ///     For(Email.self) { email in EmailView(email: email) }
  ///   }
  /// }
  /// ```
  ///
  /// The back button, its long press, the edge swipe and swiping a sheet away go back in the flow,
  /// by as many steps as they remove. A view keeps entered text when its step's content changes.
  /// While `Navigator.isWorking`, the screen stays and shows an activity indicator. URLs that the
  /// app receives are opened with the navigator's links.
  ///
  /// The views in it can read the navigator with `@SwiftUI.Environment(Navigator.self)`.
  public struct FlowView: View {
    private let navigator: Navigator
    private let host: ScreenHost<AnyView>
    private let busyView: AnyView
    @SceneStorage private var savedState: String?
    private let restoresState: Bool
    @State private var viewCache = ViewCache()
    /// Distinguishes this view from views of the same navigator in other windows.
    @State private var scene = UUID()
    @AccessibilityFocusState private var focus: ShownStep.ID?
    @SwiftUI.Environment(\.scenePhase) private var scenePhase

    /// Creates a view that starts the navigator when it appears.
    ///
    /// If a registered screen has no `For` or has two, a debug build stops with an assertion
    /// failure; a release build reports it to the navigator's `onError`, and shows nothing for a
    /// screen without one.
    ///
    /// - Parameters:
    ///   - navigator: The navigator; keep it in a `@State` of the app.
    ///   - key: The key of the scene storage that keeps the state for the next launch; if nil, the
    ///     state is not stored there. Scene storage is not for sensitive data: prefer a navigator
    ///     with a `RestorationFile`, as `FlowMagic.start` creates it.
    ///   - busy: The view to show over the screen while the flow is working.
    ///   - screens: A `For` for each screen with a view, and a `ForDrawn` if the registry shows
    ///     drawn screens.
    public init(
      _ navigator: Navigator, restoringFrom key: String? = nil,
      @ViewBuilder busy: () -> some View = { BusyView() },
      @FlowViewBuilder screens: () -> [AnyFor<AnyView>]
    ) {
      self.navigator = navigator
      busyView = AnyView(busy())
      host = ScreenHost(reportingErrorsTo: navigator, screens())
      restoresState = key != nil
      _focus = AccessibilityFocusState()
      _savedState = SceneStorage("flowmagic." + (key ?? ""))
    }

    /// The base layer; sheets and covers are presented by the layer below them.
    public var body: some View {
      LayerView(
        id: navigator.layers.first?.id ?? 0, depth: 0, host: host, busyView: busyView,
        viewCache: viewCache, focus: $focus
      )
      .environment(navigator)
      .task { await start() }
      .onChange(of: navigator.layers) { old, new in
        // The change has removed the element with VoiceOver's focus, so the new step gets it.
        if LayerDifference(from: old, to: new).movesFocus { focus = new.last?.steps.last?.id }
      }
      .onChange(of: scenePhase, initial: true) { _, phase in follow(phase) }
      .onAppear { follow(scenePhase) }
      .onDisappear { navigator.follow(nil, of: scene) }
      .onOpenURL { navigator.open($0) }
    }

    private func start() async {
      guard !viewCache.hasStarted else { return }
      viewCache.hasStarted = true
      let json = restoresState ? savedState.flatMap { try? JSON(parsing: $0) } : nil
      await navigator.start(restoring: json)
    }

    private func follow(_ phase: ScenePhase) {
      // NB: this is called before `start` has read the state of the last launch.
      if phase != .active, restoresState, navigator.state.session != nil {
        savedState = navigator.state.hasEnded ? nil : navigator.state.saved?.text()
      }
      switch phase {
      case .background: navigator.follow(.background, of: scene)
      case .active: navigator.follow(.active, of: scene)
      default: navigator.follow(.inactive, of: scene)
      }
    }
  }

  /// A spinner over the screen of a flow that is working.
  public struct BusyView: View {
    /// Creates a spinner.
    public init() {}

    /// A spinner with the accessibility label “Loading”.
    public var body: some View {
      ProgressView().controlSize(.large).accessibilityLabel(Text("Loading"))
    }
  }

  extension ScreenHost {
    /// Creates a host; missing and duplicate screens stop a debug build with an assertion failure,
    /// and are reported to the navigator in a release build.
    init(reportingErrorsTo navigator: Navigator, _ entries: [AnyFor<View>]) {
      do {
        try self.init(navigator) { entries }
      } catch {
        assertionFailure(error.message)
        self.init(unchecked: navigator, entries)
        navigator.report(error)
      }
    }
  }

  /// Builds the list of a ``FlowView``'s screens with their views.
  ///
  /// NB: not an extension of `ScreenHostBuilder`, whose own overloads would then be ambiguous.
  @resultBuilder @MainActor
  public enum FlowViewBuilder {
    /// One screen with a SwiftUI view.
    public static func buildExpression<S: Screen, Content: View>(
      _ entry: For<S, Content>
    ) -> [AnyFor<AnyView>] {
      [AnyFor(entry) { AnyView($0) }]
    }

    /// The drawn screens with a SwiftUI view.
    public static func buildExpression<Content: View>(
      _ entry: ForDrawn<Content>
    ) -> [AnyFor<AnyView>] {
      [AnyFor(entry) { AnyView($0) }]
    }

    /// Entries from another builder.
    public static func buildExpression(_ entries: [AnyFor<AnyView>]) -> [AnyFor<AnyView>] {
      entries
    }

    /// A block of entries.
    public static func buildBlock(_ parts: [AnyFor<AnyView>]...) -> [AnyFor<AnyView>] {
      parts.flatMap { $0 }
    }

    /// The entries of an `if` without `else`.
    public static func buildOptional(_ part: [AnyFor<AnyView>]?) -> [AnyFor<AnyView>] {
      part ?? []
    }

    /// The entries of an `if` with `else`.
    public static func buildEither(first part: [AnyFor<AnyView>]) -> [AnyFor<AnyView>] { part }

    /// The entries of an `else`.
    public static func buildEither(second part: [AnyFor<AnyView>]) -> [AnyFor<AnyView>] { part }
  }
#endif
