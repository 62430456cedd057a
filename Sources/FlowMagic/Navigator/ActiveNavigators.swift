/// The navigators that need their release client and their event queue: those that have started or
/// resumed, and since then have neither been in the background, nor paused, nor lost their last
/// scene.
///
/// Navigators of several windows may share a client or a queue, which pauses only once none of them
/// needs it.
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

  /// Whether one of them has this release source or event sink.
  static func share(_ part: any Pausable) -> Bool {
    references.values.contains { reference in
      reference.navigator?.pausableParts.contains { $0 === part } ?? false
    }
  }
}
