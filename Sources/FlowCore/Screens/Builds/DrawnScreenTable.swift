/// The drawn screens of a release that one build shows, with the parts of the document that they
/// refer to.
package struct DrawnScreenTable: Sendable {
  /// The screens of the document, except those that the build has in code.
  private let screens: [DrawnScreens.Screen]
  /// The blocks that the build shows.
  private let support: BlockSupport
  /// The segments that conditions refer to.
  package let segments: [Segment]
  /// The document's `formats`.
  package let formats: JSON?
  /// The document's `theme`.
  package let theme: JSON?
  /// The document's `assets`.
  package let assets: JSON?

  /// Reads the drawn screens for a build, and adds them to its manifest; nil if the build shows no
  /// blocks.
  init?(_ document: FlowDocument, _ manifest: inout Manifest) {
    support = BlockSupport(manifest)
    guard support.level >= BlockVocabulary.level else { return nil }
    let drawn = DrawnScreens(document, [manifest], withChecks: false)
    let build = manifest
    screens = drawn.screens.filter { !build.hasInCode($0.screen.name) }
    manifest = drawn.manifests[0]
    segments = document.segments
    formats = document.unknown["formats"]
    theme = document.unknown["theme"]
    assets = document.unknown["assets"]
  }

  // NB: the rest is for hosts of screens; the browser build, which hosts none, does not call it.

  /// The screen with this name as the build shows it, with each unsupported block replaced by its
  /// `else` or left out.
  ///
  /// Nil if the build shows no such screen.
  ///
  /// - Complexity: Linear in the number of screens, and in the blocks of this one.
  package func screen(_ name: Name) -> BlockScreen? {
    guard var screen = screens.first(where: { $0.screen.name == name })?.screen,
      let root = screen.root.adapted(to: support, missing: { _ in })
    else { return nil }
    screen.root = root
    return screen
  }

  /// The names of secret fields, such as passwords, by screen; screens without any are left out.
  package var secrets: [(screen: Name, fields: [Name])] {
    screens.compactMap { drawn in
      let fields = drawn.screen.root.fields.filter { $0.isSecret }.compactMap { $0.name }
      return fields.isEmpty ? nil : (drawn.screen.name, fields)
    }
  }
}
