import FlowBlocks
package import FlowCore

/// The pictures on the screens that users can reach, those of the first screens first.
package enum PictureNeeds {
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
    _ document: FlowDocument, _ release: Release, inCode screens: [BlockScreen] = [],
    locale: String?, pixelWidth: Int
  ) -> [PictureAsset.File] {
    let names = names(document) { name in
      screens.first { $0.name == name } ?? release.drawn?.screen(name)
    }
    var files: [PictureAsset.File] = []
    for name in names {
      guard let asset = PictureAsset(document.unknown["assets"]?[name]) else { continue }
      for isDark in [false, true] {
        let file = asset.variant(locale: locale, isDark: isDark).file(width: pixelWidth)
        if !files.contains(file) { files.append(file) }
      }
    }
    return files
  }

  /// The names of assets on screens that users can reach, in the order in which users reach them.
  private static func names(
    _ document: FlowDocument, screen: (Name) -> BlockScreen?
  ) -> [Name] {
    var names: [Name] = []
    let assets = document.unknown["assets"]
    func add(_ name: Name) {
      if assets?[name] != nil, !names.contains(name) { names.append(name) }
    }
    for step in steps(document) {
      guard let screen = screen(step.screen) else { continue }
      screen.root.visit { block in
        for property in block.properties {
          if let name = block.asset(property) { add(name) }
          guard case .objects(let items) = property.value else { continue }
          for part in items.joined() { if let name = block.asset(part) { add(name) } }
        }
      }
      // A binding may take the name of a picture from the content.
      visit(step.content) { add($0) }
    }
    return names
  }

  /// The reachable steps, nearest first: of the first flow, then of the others, which links may
  /// open.
  private static func steps(_ document: FlowDocument) -> [FlowStep] {
    var seen: Set<[Name]> = []
    var found: [FlowStep] = []
    for flow in document.flows {
      var places = [(flow: flow.id, step: flow.start)]
      var next = 0
      while next < places.count {
        let place = places[next]
        next += 1
        guard seen.insert([place.flow, place.step]).inserted,
          let flow = document.flows.first(where: { $0.id == place.flow }),
          let step = flow.steps.first(where: { $0.id == place.step })
        else { continue }
        found.append(step)
        for destination in step.ports.flatMap(\.routes).flatMap(\.destinations) {
          follow(destination, in: flow.id, document, &places)
        }
      }
    }
    return found
  }

  private static func follow(
    _ destination: Destination, in flow: Name, _ document: FlowDocument,
    _ places: inout [(flow: Name, step: Name)]
  ) {
    switch destination.kind {
    case .step(let step): places.append((flow, step))
    case .finish: break
    case .flow(let name, let then):
      if let entered = document.flows.first(where: { $0.id == name }) {
        places.append((name, entered.start))
      }
      for continuation in then { follow(continuation.destination, in: flow, document, &places) }
    }
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

extension Route {
  /// The destinations that the route may lead to.
  fileprivate var destinations: [Destination] {
    switch target {
    case .destination(let destination): [destination]
    case .split(let split): split.variants.map(\.destination)
    }
  }
}
