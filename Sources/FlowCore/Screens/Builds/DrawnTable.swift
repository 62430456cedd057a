/// The drawn screens of a release as its build shows them, with what they refer to.
package struct DrawnTable: Sendable {
  /// A screen as the build shows it.
  package struct Entry: Sendable {
    /// The screen, with its `else` where the build lacks a block.
    package let screen: BlockScreen
    /// The outputs that leaving the screen may write.
    package let provides: [Name]
  }

  /// The screens by name; those that the build has in code are not among them.
  package let entries: [Name: Entry]
  /// The names of secret fields, such as passwords, by screen; only screens that have some.
  package let secrets: [Name: [Name]]
  /// The segments that conditions name.
  package let segments: [Segment]
  /// The document's `formats`.
  package let formats: JSON?
  /// The document's `theme`.
  package let theme: JSON?

  /// Reads the drawn screens for a build; nil where the build shows no blocks.
  ///
  /// Adds their declarations to the build's.
  init?(_ document: FlowDocument, _ manifest: inout Manifest) {
    let support = BlockSupport(manifest)
    guard support.level >= BlockVocabulary.level else { return nil }
    let count = manifest.screens.count
    let drawn = DrawnScreens(document, [manifest], withChecks: false)
    manifest = drawn.manifests[0]
    var entries: [Name: Entry] = [:]
    var secrets: [Name: [Name]] = [:]
    for declaration in manifest.screens[count...] {
      let found = drawn.screens.first { $0.screen.name == declaration.name }
      guard var screen = found?.screen,
        let root = screen.root.adapted(to: support, missing: { _ in })
      else { continue }
      screen.root = root
      entries[declaration.name] = Entry(
        screen: screen, provides: declaration.provides.map { $0.key })
      let hidden = root.fields.filter { $0.isSecret }.compactMap { $0.name }
      if !hidden.isEmpty { secrets[declaration.name] = hidden }
    }
    self.entries = entries
    self.secrets = secrets
    segments = document.segments
    formats = document.unknown["formats"]
    theme = document.unknown["theme"]
  }
}
