import Crypto
import FlowBlocks
import FlowCore
import FlowMagic

/// A release prepared to be shown in browsers.
final class WebRelease: Sendable {
  /// The id, the same in every process with the same document.
  let id: String
  let release: Release
  /// The languages of its texts, the default one first.
  let languages: [Name]
  let theme: WebFile
  /// The document's `assets`.
  let assets: JSON?
  /// The files of its pictures, in all sizes and variants.
  let pictures: [PictureAsset.File]
  private let screens: [Name: Screen]

  /// A drawn screen, with what the host needs to show it.
  struct Screen: Sendable {
    let program: ScreenProgram
    /// The fields that must never be stored.
    let secrets: [Name]
  }

  /// Prepares a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - build: The blocks that the host shows.
  ///   - composedScreens: The screens that the host has in code, which take precedence over the
  ///     document's.
  /// - Throws: `WebHostError` with the code `brokenDocument` if it has errors or does not compile.
  init(
    _ document: FlowDocument, _ build: BlockSupport, composedScreens: [BlockScreen] = []
  ) throws(WebHostError) {
    try Self.verify(document, build, composedScreens)
    id = Self.id(document)
    languages = Self.languages(document)
    theme = ThemeStyle.file(ScreenTheme(document.unknown["theme"]))
    assets = document.unknown["assets"]
    pictures = (assets?.object?.members ?? []).flatMap { member in
      PictureAsset(member.value)?.variants.flatMap(\.files) ?? []
    }
    var screens: [Name: Screen] = [:]
    var manifest = Manifest()
    let drawn = (document.unknown["screens"]?.array ?? []).compactMap {
      ScreenParser.parse($0).screen
    }
    for screen in composedScreens + drawn {
      guard screens[screen.name] == nil, let declaration = screen.declaration(in: build),
        let program = ScreenProgram(screen, in: build, document: document)
      else { continue }
      manifest.screens.append(declaration)
      screens[screen.name] = Screen(program: program, secrets: program.secrets)
    }
    self.screens = screens
    do throws(FlowError) {
      release = try Release(document, manifest: manifest)
    } catch {
      throw WebHostError(.brokenDocument, error.message)
    }
  }

  func screen(_ name: Name) -> Screen? { screens[name] }

  private static func verify(
    _ document: FlowDocument, _ build: BlockSupport, _ composedScreens: [BlockScreen]
  ) throws(WebHostError) {
    let manifest = Manifest(showing: build, composedScreens: composedScreens)
    let errors = Verifier(document, manifests: [manifest]).findings()
      .filter { $0.severity == .error }
    guard errors.isEmpty else {
      let lines = errors.prefix(10).map { "\($0.code.rawValue): \($0.message)" }
      throw WebHostError(
        .brokenDocument,
        "The document has errors with this host's screens:\n" + lines.joined(separator: "\n"))
    }
  }

  private static func id(_ document: FlowDocument) -> String {
    let hash = Array(SHA256.hash(data: document.json.utf8()).prefix(9))
    return Base64URL.encode(hash)
  }

  private static func languages(_ document: FlowDocument) -> [Name] {
    var languages: [Name] = document.defaultLocale.map { [$0] } ?? []
    for language in document.locales + document.strings.map({ $0.locale })
    where !languages.contains(language) {
      languages.append(language)
    }
    return languages
  }
}

extension Manifest {
  /// The manifest of a host.
  init(showing build: BlockSupport, composedScreens screens: [BlockScreen]) {
    self.init(
      platform: "web", screens: screens.compactMap { $0.declaration(in: build) },
      unknown: ["blocks": build.json])
  }
}

extension BlockSupport {
  /// The manifest's member `blocks`.
  var json: JSON {
    [
      "level": .number(JSONNumber(level)),
      "custom": .array(customBlocks.map { ["name": .string($0.string)] }),
      "actions": .array(actions.map { $0.json }),
      "data": .array(data.map { ["name": .string($0.string)] }),
      "products": .bool(hasProducts),
    ]
  }
}

extension BlockSupport.ActionDeclaration {
  fileprivate var json: JSON {
    let provided = provides.map { entry in
      JSONObject.Member(key: entry.outcome, value: .array(entry.keys.map { .string($0.string) }))
    }
    return [
      "name": .string(name.string), "outcomes": .array(outcomes.map { .string($0.string) }),
      "provides": .object(JSONObject(provided)),
    ]
  }
}
