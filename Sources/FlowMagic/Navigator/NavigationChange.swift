import FlowCore

/// A kind of change of a navigator's path.
public enum NavigationChange: String, Sendable, CaseIterable {
  /// A step was pushed.
  case push
  /// A step was presented as a sheet or a cover.
  case present
  /// A step replaced another.
  case replace
  /// The whole path was replaced, as at the start of a flow or by a link.
  case root
  /// The user went back, or a flow returned to the step that had entered it.
  case pop
  /// The path of an earlier launch was restored.
  case restored
  /// The session moved to a new release; the current step stayed.
  case adopted
}

extension NavigationChange {
  /// The change that an effect of the engine makes; nil if it does not change the path.
  init?(_ effect: SessionEffect, isNew: Bool) {
    switch effect {
    case .show where isNew: self = .root
    case .show(let presentation, _):
      switch presentation.style {
      case .push: self = .push
      case .sheet, .cover: self = .present
      case .replace: self = .replace
      case .root: self = .root
      }
    case .pop: self = .pop
    case .finish, .atStart, .fail: return nil
    }
  }
}
