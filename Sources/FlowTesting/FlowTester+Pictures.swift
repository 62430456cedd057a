import FlowBlocks
public import FlowCore
import FlowMagic
public import Testing

extension FlowTester {
  /// Expects the current drawn screen to show a picture that the release has.
  ///
  /// ```swift
  /// flow.expectPicture("hero", alternative: "A harbor at night")
  /// ```
  ///
  /// No file is loaded: the server verifies the bytes of a picture when it is published.
  ///
  /// - Parameters:
  ///   - name: The name in the document's `assets`.
  ///   - alternative: The alternative text, in the user's language; nil for a decorative picture.
  ///   - sourceLocation: The line of the test.
  public func expectPicture(
    _ name: Name, alternative: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard let drawnScreen else {
      return fail("Expected the picture \(name), but \(stateDescription).", sourceLocation)
    }
    let pictures = drawnScreen.pictures
    guard let picture = pictures.first(where: { $0.name == name }) else {
      let list = pictures.map(\.name.string).joined(separator: ", ")
      return fail(
        "\(drawnScreen.name) shows no picture \(name). It shows: \(list.isEmpty ? "none" : list).",
        sourceLocation)
    }
    guard PictureAsset(session?.release.drawnScreens?.assets?[name]) != nil else {
      return fail(
        "The document's assets have no picture \(name) with its sha256, type, width and height.",
        sourceLocation)
    }
    guard picture.alternative.map({ Name($0) }) == alternative.map({ Name($0) }) else {
      let actual = picture.alternative.map { "“\($0)”" } ?? "none, because it is decorative"
      return fail("The alternative text of the picture \(name) is \(actual).", sourceLocation)
    }
    consumeScreen()
  }
}

extension ResolvedScreen {
  /// The names of the pictures that are shown, with their alternative texts.
  fileprivate var pictures: [(name: Name, alternative: String?)] {
    func all(_ block: ResolvedBlock) -> [ResolvedBlock] {
      [block] + block.children.flatMap { all($0) }
    }
    return (root.map { all($0) } ?? []).flatMap { block in
      var pictures: [(name: Name, alternative: String?)] = []
      for key in [BlockKey.image, .poster] {
        guard let name = block.name(key) ?? block.text(key).map({ Name($0) }) else { continue }
        let label = block.items(.a11y).first?.text(.label)
        pictures.append((name, label ?? block.text(.alt)))
      }
      for option in block.items(.options) {
        if case .name(let name)? = option.value(.image) { pictures.append((name, nil)) }
      }
      return pictures
    }
  }
}
