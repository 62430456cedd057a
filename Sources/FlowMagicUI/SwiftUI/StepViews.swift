#if canImport(SwiftUI)
  import FlowMagic
  import SwiftUI

  /// The most recent views and layers, for those animating out, which have left the path.
  @MainActor
  final class StepViews {
    var hasStarted = false
    private var views: [ShownStep.ID: AnyView] = [:]
    private var layers: [ScreenLayer.ID: ScreenLayer] = [:]

    /// The view of a step, with its current content, or its last content if it has been left.
    func view(of step: ShownStep, in host: ScreenHost<AnyView>) -> AnyView {
      let navigator = host.navigator
      let path = navigator.path
      guard let current = path.last(where: { $0.id == step.id }), let view = host.view(for: current)
      else { return views[step.id] ?? AnyView(EmptyView()) }
      let shown = Set(path.map(\.id))
      // Steps of the last change may still be animating out; earlier ones are not.
      if views.count > 2 * shown.count + 8 { views = views.filter { shown.contains($0.key) } }
      views[step.id] = view
      return view
    }

    /// A layer of the navigator, or its last state if it has been left.
    func layer(
      _ id: ScreenLayer.ID, at depth: Int, of navigator: Navigator
    ) -> ScreenLayer? {
      let current = navigator.layers
      guard depth < current.count, current[depth].id == id else { return layers[id] }
      layers = layers.filter { left in current.contains { $0.id == left.key } || left.key == id }
      layers[id] = current[depth]
      return current[depth]
    }
  }
#endif
