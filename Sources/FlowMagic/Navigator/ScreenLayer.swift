import FlowCore

/// Steps of the path that an interface presents together: the base, a sheet or a cover.
///
/// Each layer is a separate navigation stack. A step with the style `push` goes on top of the
/// topmost layer's stack; one with `sheet` or `cover` opens a layer above it.
///
/// ```swift
/// navigator.layers.map(\.style)       // [.base, .sheet]
/// navigator.layers.last?.steps.count  // how many steps the sheet's stack has
/// ```
public struct ScreenLayer: Identifiable, Hashable, Sendable {
  /// Stays the same while the layer is open, even if its first step is replaced; 0 for the lowest.
  public typealias ID = Int

  /// The presentation of a layer.
  public enum Style: String, Sendable, CaseIterable {
    /// The base, below all other layers.
    case base
    /// A sheet over the layer below it.
    case sheet
    /// A layer that covers the whole screen.
    case cover
  }

  /// The key of a step's layer: its identity and style.
  package struct Key: Hashable, Sendable {
    package let id: ID
    package let style: Style
    package static let base = Key(id: 0, style: .base)
  }

  /// Identifies the layer among those of its navigator.
  public let id: ID
  /// The presentation of the layer.
  public let style: Style
  /// The steps of the layer's stack, from its first to the one that is visible.
  public let steps: [ShownStep]

  package init(_ key: Key, _ steps: [ShownStep]) {
    id = key.id
    style = key.style
    self.steps = steps
  }

  /// Returns the layer with only its first `count` steps.
  package func keeping(_ count: Int) -> ScreenLayer {
    ScreenLayer(Key(id: id, style: style), Array(steps.prefix(count)))
  }

  /// The layers of a path whose steps all have an interface, the base first.
  package static func layers(of path: [ShownStep]) -> [ScreenLayer] {
    var layers: [ScreenLayer] = []
    var start = path.startIndex
    while start < path.endIndex {
      let key = path[start].layer
      let end = path[start...].firstIndex { $0.layer != key } ?? path.endIndex
      // NB: a path may begin above the base: with a step that has no interface below a sheet, or
      // because the engine drops the oldest steps of very long paths. The lowest layer is the base.
      layers.append(ScreenLayer(layers.isEmpty ? .base : key, Array(path[start..<end])))
      start = end
    }
    return layers
  }
}

extension ScreenLayer.Key {
  /// The layer of a step that is being shown.
  ///
  /// - Parameters:
  ///   - id: The step's identity, which also identifies a layer that it opens.
  ///   - style: The presentation of the step.
  ///   - last: The step below it; nil if there is none.
  ///   - replaced: The lowest step that it replaces; nil if there is none.
  init(
    _ id: ShownStep.ID, _ style: Destination.Style, over last: ShownStep?,
    inPlaceOf replaced: ShownStep?
  ) {
    guard let last else {
      self = .base
      return
    }
    switch style {
    case .push: self = last.layer
    case .sheet: self.init(id: id, style: .sheet)
    case .cover: self.init(id: id, style: .cover)
    case .replace: self = replaced?.layer ?? last.layer
    case .root: self = .base
    }
  }
}
