#if canImport(SwiftUI)
  import FlowMagic
  import SwiftUI

  /// The most recent views of steps and states of layers, kept for those that have left the path
  /// and are still animating out.
  @MainActor
  final class ViewCache {
    /// Whether the flow's view has started the navigator.
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
      // Only the steps of the last change may still be animating out.
      if views.count > 2 * shown.count + 8 { views = views.filter { shown.contains($0.key) } }
      views[step.id] = view
      return view
    }

    /// A layer of the navigator, or its last state if the navigator has left it; nil for an unknown
    /// layer.
    func layer(
      _ id: ScreenLayer.ID, at depth: Int, of navigator: Navigator
    ) -> ScreenLayer? {
      let current = navigator.layers
      guard depth < current.count, current[depth].id == id else { return layers[id] }
      layers = layers.filter { entry in current.contains { $0.id == entry.key } || entry.key == id }
      layers[id] = current[depth]
      return current[depth]
    }
  }
#endif
