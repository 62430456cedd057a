import FlowBlocks
package import FlowCore

/// The pictures on the screens that users can reach, those of the first screens first.
package enum ReachablePictures {
  /// The files that a release needs: for the user's language, for light and dark appearance, in one
  /// size each.
  ///
  /// - Parameters:
  ///   - document: The release's document.
  ///   - release: The release as this build shows it.
  ///   - screens: The screens in code that are composed of blocks.
  ///   - locale: The user's language and region.
  ///   - pixelWidth: The required width, in pixels.
  /// - Returns: The files, those of the first screens first.
  package static func files(
    _ document: FlowDocument, _ release: Release, composedScreens screens: [BlockScreen] = [],
    locale: String?, pixelWidth: Int
  ) -> [PictureAsset.File] {
    let assets = assets(document)
    guard !assets.isEmpty else { return [] }
    let names = names(document, assets: assets) { name in
      screens.first { $0.name == name } ?? release.drawnScreens?.screen(name)
    }
    var files: [PictureAsset.File] = []
    var hashes: Set<String> = []
    for name in names {
      guard let asset = PictureAsset(assets[name]) else { continue }
      for isDark in [false, true] {
        let file = asset.variant(locale: locale, isDark: isDark).file(width: pixelWidth)
        if hashes.insert(file.sha256).inserted { files.append(file) }
      }
    }
    return files
  }

  /// The document's assets by name.
  private static func assets(_ document: FlowDocument) -> [Name: JSON] {
    guard case .object(let object)? = document.unknown["assets"] else { return [:] }
    let assets = object.members.map { ($0.key, $0.value) }
    return Dictionary(assets) { first, _ in first }
  }

  /// The names of assets on screens that users can reach, in the order in which users reach them.
  private static func names(
    _ document: FlowDocument, assets: [Name: JSON], screen: (Name) -> BlockScreen?
  ) -> [Name] {
    var names: [Name] = []
    var added: Set<Name> = []
    func add(_ name: Name) {
      if assets[name] != nil, added.insert(name).inserted { names.append(name) }
    }
    // Many steps may use one screen, and adapting it to the build takes time.
    var isDrawn: [Name: Bool] = [:]
    for step in document.reachableSteps {
      if isDrawn[step.screen] == nil {
        let screen = screen(step.screen)
        isDrawn[step.screen] = screen != nil
        screen?.root.visit { block in
          for property in block.properties {
            if let name = block.asset(property) { add(name) }
            guard case .objects(let items) = property.value else { continue }
            for part in items.joined() { if let name = block.asset(part) { add(name) } }
          }
        }
      }
      guard isDrawn[step.screen] == true else { continue }
      // A binding may take the name of a picture from the content.
      visit(step.content) { add($0) }
    }
    return names
  }

  private static func visit(_ json: JSON?, _ body: (Name) -> Void) {
    switch json {
    case .string(let text)?: body(Name(text))
    case .array(let list)?: for element in list { visit(element, body) }
    case .object(let object)?: for member in object.members { visit(member.value, body) }
    default: break
    }
  }
}
