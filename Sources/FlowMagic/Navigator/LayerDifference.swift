/// The changes that turn the presented layers into new ones.
///
/// Steps are compared by their identity: new content updates a step's view and never recreates
/// it. The changes are in the order in which an interface performs them: dismiss, then the stacks
/// from the base upwards, then present, then update.
///
/// ```swift
/// let difference = LayerDifference(from: shown, to: navigator.layers)
/// for change in difference.changes { perform(change) }
/// ```
public struct LayerDifference: Hashable, Sendable {
  /// One change of an interface.
  public enum Change: Hashable, Sendable {
    /// Dismisses layers: all from the first of these to the topmost one, in one transition.
    case dismiss([ScreenLayer])
    /// Removes steps from beneath others that stay; nothing visible changes.
    case remove([ShownStep], from: ScreenLayer.ID)
    /// Pops the topmost steps of a stack, in one transition.
    case pop([ShownStep], from: ScreenLayer.ID)
    /// Pushes steps onto a stack; only the last one is animated.
    case push([ShownStep], onto: ScreenLayer.ID)
    /// Replaces the topmost steps of a stack with others.
    case replace([ShownStep], with: [ShownStep], in: ScreenLayer.ID)
    /// Replaces all steps of a stack.
    case root([ShownStep], of: ScreenLayer.ID)
    /// Presents a layer above all others.
    case present(ScreenLayer)
    /// Shows the new content of a step in its existing view.
    case update(ShownStep)
  }

  /// The changes, in the order in which to perform them.
  public let changes: [Change]

  /// Whether there are no changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether assistive technologies must be informed that the screen has changed.
  ///
  /// True if the focused element is gone although the user went neither forward nor back.
  public var movesFocus: Bool {
    changes.contains {
      switch $0 {
      case .replace, .root: true
      case .dismiss, .remove, .pop, .push, .present, .update: false
      }
    }
  }

  /// Compares two states of an interface and derives the changes.
  ///
  /// - Parameters:
  ///   - old: The layers that the interface shows.
  ///   - new: The layers that it should show.
  /// - Complexity: Linear in the number of steps.
  public init(from old: [ScreenLayer], to new: [ScreenLayer]) {
    // The base layer always exists; before the start it has no steps.
    let old = old.isEmpty ? [.emptyBase] : old
    let new = new.isEmpty ? [.emptyBase] : new
    var commonCount = 0
    while commonCount < min(old.count, new.count),
      old[commonCount].isSameLayer(as: new[commonCount])
    {
      commonCount += 1
    }
    var changes: [Change] = []
    if commonCount < old.count { changes.append(.dismiss(Array(old[commonCount...]))) }
    var updates: [Change] = []
    for (before, after) in zip(old, new).prefix(commonCount) {
      let stack = StackDifference(from: before.steps, to: after.steps)
      changes += stack.changes(of: after.id)
      updates += stack.updated.map { .update($0) }
    }
    changes += new[commonCount...].map { .present($0) }
    self.changes = changes + updates
  }
}

extension ScreenLayer {
  fileprivate static var emptyBase: ScreenLayer { ScreenLayer(.base, []) }

  fileprivate func isSameLayer(as other: ScreenLayer) -> Bool {
    id == other.id && style == other.style
  }
}

/// The difference of two stacks; steps are compared by identity.
private struct StackDifference {
  /// The steps that are removed from beneath one that stays.
  var removed: [ShownStep] = []
  /// The steps that are removed from the top.
  var popped: [ShownStep] = []
  /// The steps that are added on top.
  var added: [ShownStep] = []
  /// The steps that stay and have new content.
  var updated: [ShownStep] = []
  private var hasCommonSteps = false

  init(from old: [ShownStep], to new: [ShownStep]) {
    var remaining = old[...]
    var count = 0
    for step in new {
      guard let index = remaining.firstIndex(where: { $0.id == step.id }) else { break }
      removed += remaining[..<index]
      if remaining[index] != step { updated.append(step) }
      remaining = remaining[(index + 1)...]
      count += 1
    }
    popped = Array(remaining)
    added = Array(new[count...])
    hasCommonSteps = count > 0
  }

  func changes(of layer: ScreenLayer.ID) -> [LayerDifference.Change] {
    if !hasCommonSteps { return popped.isEmpty && added.isEmpty ? [] : [.root(added, of: layer)] }
    var changes: [LayerDifference.Change] = []
    if !removed.isEmpty { changes.append(.remove(removed, from: layer)) }
    switch (popped.isEmpty, added.isEmpty) {
    case (true, true): break
    case (false, true): changes.append(.pop(popped, from: layer))
    case (true, false): changes.append(.push(added, onto: layer))
    case (false, false): changes.append(.replace(popped, with: added, in: layer))
    }
    return changes
  }
}
