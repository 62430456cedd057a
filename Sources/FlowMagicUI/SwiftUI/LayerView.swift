#if canImport(SwiftUI)
  import FlowMagic
  import SwiftUI

  /// A layer as a navigation stack, which presents the layer above it.
  struct LayerView: View {
    let id: ScreenLayer.ID
    let depth: Int
    let host: ScreenHost<AnyView>
    let busyView: AnyView
    let viewCache: ViewCache
    let focus: AccessibilityFocusState<ShownStep.ID?>.Binding
    /// The layer that SwiftUI presents.
    ///
    /// It lags behind if one layer replaces another, because SwiftUI can present a layer only after
    /// the old one has been dismissed.
    @State private var presented: ScreenLayer?
    /// The number of back gestures that the navigator has rejected; a change makes the stack read
    /// its path from the navigator again.
    @State private var rejectedGestureCount = 0
    @SwiftUI.Environment(Navigator.self) private var navigator
    @SwiftUI.Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
      let steps = viewCache.layer(id, at: depth, of: navigator)?.steps ?? []
      NavigationStack(path: path(steps)) {
        ZStack {
          if let first = steps.first {
            StepView(step: first, host: host, viewCache: viewCache, focus: focus)
              .id(first.id)
              .transition(.opacity)
          }
        }
        .animation(reducesMotion ? nil : .default, value: steps.first?.id)
        .navigationDestination(for: StepLink.self) { link in
          StepView(step: link.step, host: host, viewCache: viewCache, focus: focus)
        }
      }
      .transaction { transaction in
        if !isAnimated { transaction.disablesAnimations = true }
      }
      .overlay {
        if navigator.isWorking && depth == navigator.layers.count - 1 { busyView }
      }
      .onChange(of: layerAbove?.id, initial: true) { _, _ in present() }
      .sheet(item: item(.sheet), onDismiss: present) { layer in content(of: layer) }
      .cover(item: item(.cover), onDismiss: present) { layer in content(of: layer) }
    }

    /// Whether the last change is animated: restored and adopted paths are not.
    private var isAnimated: Bool {
      switch navigator.lastChange {
      case .restored, .adopted, nil: false
      case .push, .present, .replace, .root, .pop: true
      }
    }

    private var layerAbove: ScreenLayer? {
      let layers = navigator.layers
      return depth + 1 < layers.count ? layers[depth + 1] : nil
    }

    private func present() {
      let isAnother = presented != nil && layerAbove != nil && presented?.id != layerAbove?.id
      presented = isAnother ? nil : layerAbove
    }

    private func content(of layer: ScreenLayer) -> some View {
      LayerView(
        id: layer.id, depth: depth + 1, host: host, busyView: busyView, viewCache: viewCache,
        focus: focus
      )
      .environment(navigator)
    }

    /// The path of the stack without its first step; shortening it goes back in the flow.
    private func path(_ steps: [ShownStep]) -> Binding<[StepLink]> {
      _ = rejectedGestureCount
      return Binding {
        steps.dropFirst().map { StepLink(step: $0) }
      } set: { @MainActor links in
        guard links.count < steps.count - 1 else { return }
        if !navigator.back(to: steps[links.count].id) { rejectedGestureCount += 1 }
      }
    }

    /// The layer above, if it is presented with a style; setting it to nil goes back in the flow.
    private func item(_ style: ScreenLayer.Style) -> Binding<ScreenLayer?> {
      let shown = presented?.style == style ? presented : nil
      return Binding {
        shown
      } set: { @MainActor layer in
        guard layer == nil, let shown, layerAbove?.id == shown.id else { return }
        presented = nil
        guard let last = viewCache.layer(id, at: depth, of: navigator)?.steps.last,
          navigator.back(to: last.id)
        else {
          present()
          return
        }
      }
    }
  }

  /// A step as an element of a stack's path; equal as long as the step's identity is the same.
  struct StepLink: Hashable {
    let step: ShownStep

    static func == (left: StepLink, right: StepLink) -> Bool { left.step.id == right.step.id }

    func hash(into hasher: inout Hasher) { hasher.combine(step.id) }
  }

  /// The view of a step.
  struct StepView: View {
    let step: ShownStep
    let host: ScreenHost<AnyView>
    let viewCache: ViewCache
    let focus: AccessibilityFocusState<ShownStep.ID?>.Binding
    @SwiftUI.Environment(Navigator.self) private var navigator

    var body: some View {
      viewCache.view(of: step, in: host)
        .allowsHitTesting(!navigator.isWorking)
        .accessibilityElement(children: .contain)
        .accessibilityFocused(focus, equals: step.id)
    }
  }

  extension View {
    /// A full-screen cover; a sheet on systems without covers.
    @ViewBuilder
    fileprivate func cover(
      item: Binding<ScreenLayer?>, onDismiss: @escaping () -> Void,
      @ViewBuilder content: @escaping (ScreenLayer) -> some View
    ) -> some View {
      #if os(macOS)
        sheet(item: item, onDismiss: onDismiss, content: content)
      #else
        fullScreenCover(item: item, onDismiss: onDismiss, content: content)
      #endif
    }
  }
#endif
