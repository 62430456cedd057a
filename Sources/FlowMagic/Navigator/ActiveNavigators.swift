/// The navigators that have reported that their app or window is active.
///
/// Navigators of several windows may share a release client or an event queue, which pauses only
/// once none of them is active.
@MainActor
enum ActiveNavigators {
  private struct Reference {
    weak var navigator: Navigator?
  }

  private static var references: [ObjectIdentifier: Reference] = [:]

  /// Adds a navigator, until it is removed or deallocated.
  static func insert(_ navigator: Navigator) {
    remove(navigator)
    references[ObjectIdentifier(navigator)] = Reference(navigator: navigator)
  }

  /// Removes a navigator, and those that have been deallocated.
  static func remove(_ navigator: Navigator) {
    references[ObjectIdentifier(navigator)] = nil
    references = references.filter { $0.value.navigator != nil }
  }

  /// Whether an active navigator has this release source or event sink.
  static func share(_ part: any Pausable) -> Bool {
    references.values.contains { reference in
      reference.navigator?.pausableParts.contains { $0 === part } ?? false
    }
  }
}
