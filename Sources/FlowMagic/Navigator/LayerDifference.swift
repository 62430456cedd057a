/// The changes that turn the presented layers into new ones.
///
/// A step is the same as long as its identity is: new content updates its view, and never builds
/// it again. The changes come in the order in which an interface performs them: dismiss, then the
/// stacks from the base upwards, then present, then update.
///
/// ```swift
/// let difference = LayerDifference(from: shown, to: navigator.layers)
/// for change in difference.changes { perform(change) }
/// ```
public struct LayerDifference: Hashable, Sendable {
  /// One change of an interface.
  public enum Change: Hashable, Sendable {
    /// Dismisses layers: all from the first of these to the topmost, in one transition.
    case dismiss([ScreenLayer])
    /// Takes steps out from under others that stay; nothing visible changes.
    case remove([ShownStep], from: ScreenLayer.ID)
    /// Goes back over the topmost steps of a stack, in one transition.
    case pop([ShownStep], from: ScreenLayer.ID)
    /// Pushes steps onto a stack; only the last one is seen arriving.
    case push([ShownStep], onto: ScreenLayer.ID)
    /// Replaces the topmost steps of a stack by others.
    case replace([ShownStep], with: [ShownStep], in: ScreenLayer.ID)
    /// Replaces all steps of a stack: nothing of it stays.
    case root([ShownStep], of: ScreenLayer.ID)
    /// Presents a layer over all others.
    case present(ScreenLayer)
    /// Shows the new content of a step; its view stays.
    case update(ShownStep)
  }

  /// The changes, in the order in which to perform them.
  public let changes: [Change]

  /// Whether there is nothing to do.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether someone who does not see the screen has to hear where they are now: what they
  /// focused is gone without their having gone forward or back.
  public var movesFocus: Bool {
    changes.contains {
      switch $0 {
      case .replace, .root: true
      case .dismiss, .remove, .pop, .push, .present, .update: false
      }
    }
  }

  /// Compares two states of an interface.
  ///
  /// - Parameters:
  ///   - old: The layers that the interface shows.
  ///   - new: The layers that it shall show.
  /// - Complexity: Linear in the number of steps.
  public init(from old: [ScreenLayer], to new: [ScreenLayer]) {
    // The base is always there, before the start without steps.
    let old = old.isEmpty ? [.emptyBase] : old
    let new = new.isEmpty ? [.emptyBase] : new
    var kept = 0
    while kept < min(old.count, new.count), old[kept].isSameLayer(as: new[kept]) { kept += 1 }
    var changes: [Change] = []
    if kept < old.count { changes.append(.dismiss(Array(old[kept...]))) }
    var updates: [Change] = []
    for (before, after) in zip(old, new).prefix(kept) {
      let stack = StackDifference(from: before.steps, to: after.steps)
      changes += stack.changes(of: after.id)
      updates += stack.updated.map { .update($0) }
    }
    changes += new[kept...].map { .present($0) }
    self.changes = changes + updates
  }
}

extension ScreenLayer {
  fileprivate static var emptyBase: ScreenLayer { ScreenLayer(.base, []) }

  fileprivate func isSameLayer(as other: ScreenLayer) -> Bool {
    id == other.id && style == other.style
  }
}

/// The difference of two stacks: what stays is compared by identity.
private struct StackDifference {
  /// Steps that vanish from under one that stays.
  var removed: [ShownStep] = []
  /// The steps that vanish from the top.
  var left: [ShownStep] = []
  /// The steps that are new on top.
  var added: [ShownStep] = []
  /// Steps that stay with another content.
  var updated: [ShownStep] = []
  private var keepsNone = true

  init(from old: [ShownStep], to new: [ShownStep]) {
    var rest = old[...]
    var count = 0
    for step in new {
      guard let index = rest.firstIndex(where: { $0.id == step.id }) else { break }
      removed += rest[..<index]
      if rest[index] != step { updated.append(step) }
      rest = rest[(index + 1)...]
      count += 1
    }
    left = Array(rest)
    added = Array(new[count...])
    keepsNone = count == 0
  }

  func changes(of layer: ScreenLayer.ID) -> [LayerDifference.Change] {
    if keepsNone { return left.isEmpty && added.isEmpty ? [] : [.root(added, of: layer)] }
    var changes: [LayerDifference.Change] = []
    if !removed.isEmpty { changes.append(.remove(removed, from: layer)) }
    switch (left.isEmpty, added.isEmpty) {
    case (true, true): break
    case (false, true): changes.append(.pop(left, from: layer))
    case (true, false): changes.append(.push(added, onto: layer))
    case (false, false): changes.append(.replace(left, with: added, in: layer))
    }
    return changes
  }
}
