/// The drawn screens of a release, with what they refer to.
package struct DrawnTable: Sendable {
  /// The screens as the document has them; not those that the build has in code.
  private let screens: [DrawnScreens.Drawn]
  /// The blocks that the build shows.
  private let support: BlockSupport
  /// The segments that conditions name.
  package let segments: [Segment]
  /// The document's `formats`.
  package let formats: JSON?
  /// The document's `theme`.
  package let theme: JSON?

  /// Reads the drawn screens for a build, and adds them to what it declares; nil where the build
  /// shows no blocks.
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
  }

  // NB: what follows is for hosts of screens; the browser build, which has none, goes without it.

  /// The screen of a name as the build shows it, with its `else` where the build lacks a block;
  /// nil if the build shows none.
  ///
  /// - Complexity: Linear in the screens, and in the blocks of the one.
  package func screen(_ name: Name) -> BlockScreen? {
    guard var screen = screens.first(where: { $0.screen.name == name })?.screen,
      let root = screen.root.adapted(to: support, missing: { _ in })
    else { return nil }
    screen.root = root
    return screen
  }

  /// The names of secret fields, such as passwords, by screen; only screens that have some.
  package var secrets: [(screen: Name, fields: [Name])] {
    screens.compactMap { drawn in
      let fields = drawn.screen.root.fields.filter { $0.isSecret }.compactMap { $0.name }
      return fields.isEmpty ? nil : (drawn.screen.name, fields)
    }
  }
}
