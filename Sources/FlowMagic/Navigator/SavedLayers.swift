import FlowCore

/// The layers of a saved path, so that a replaced sheet is still a sheet after a relaunch.
///
/// Saved as one text per step: the style of the layer that it opens, or an empty text.
struct SavedLayers {
  private let styles: [ScreenLayer.Style?]

  init(_ path: [ShownStep]) {
    var last = ScreenLayer.Key.base
    styles = path.map { step in
      defer { last = step.layer }
      return step.layer == last ? nil : step.layer.style
    }
  }

  /// Reads what ``json`` has written; if nil, layers are derived from the steps' styles.
  init(_ json: JSON?) {
    styles = json?.array?.map { $0.string.flatMap(ScreenLayer.Style.init(rawValue:)) } ?? []
  }

  var json: JSON { .array(styles.map { .string($0?.rawValue ?? "") }) }

  /// The layer of a restored step.
  func key(
    at index: Int, _ id: ShownStep.ID, _ style: Destination.Style, over path: [ShownStep]
  ) -> ScreenLayer.Key {
    guard let last = path.last else { return .base }
    guard styles.indices.contains(index) else {
      return ScreenLayer.Key(id, style, over: last, inPlaceOf: nil)
    }
    switch styles[index] {
    case nil: return last.layer
    case .base: return .base
    case .sheet: return ScreenLayer.Key(id: id, style: .sheet)
    case .cover: return ScreenLayer.Key(id: id, style: .cover)
    }
  }
}
