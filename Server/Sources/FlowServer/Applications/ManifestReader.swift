import FlowCore
import FlowMagic
import FlowStore

/// Reads and validates the manifests of an application's builds.
enum ManifestReader {
  /// Reads a manifest from a member or a token, or one that is announced in an environment.
  static func manifest(
    _ request: EndpointRequest, announcedIn environment: String? = nil
  ) throws -> StoredManifest {
    let root = try ParsedJSON(request.body).root
    try DocumentLimits.checkKeys(of: root)
    var manifest = try Manifest(root)
    try DocumentLimits.check(manifest.screens)
    if let application = manifest.application, application.string != request.applicationID {
      throw Problem.malformedBody(
        "The manifest belongs to the application \"\(application.string)\".")
    }
    manifest.application = Name(request.applicationID)
    if environment != nil {
      for (what, count) in [
        ("screens", manifest.screens.count), ("attributes", manifest.attributes.count),
      ] where count > AnnouncementRoutes.maximumElements {
        throw Problem.malformedBody(
          "`\(what)` may have at most \(AnnouncementRoutes.maximumElements) elements in an "
            + "announcement.")
      }
    }
    // The server computes the share from reported sessions and ignores a declared one.
    manifest.share = nil
    for screen in manifest.screens {
      try checkKind(of: screen)
      for port in screen.ports { try checkButtonLabel(of: port, screen.name) }
    }
    try checkBlocks(manifest)
    return StoredManifest(
      application: request.applicationID,
      platform: try buildField(manifest.platform, "platform"),
      version: try buildField(manifest.version, "version"),
      build: try buildField(manifest.build, "build"), body: manifest.json.utf8(.canonical),
      received: request.now, announcedIn: environment)
  }

  /// Checks the kind of a screen without a user interface.
  private static func checkKind(of screen: ScreenDeclaration) throws(Problem) {
    guard let kind = screen.unknown["kind"], ScreenKind(rawValue: kind.string ?? "") == nil else {
      return
    }
    let kinds = ScreenKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw Problem.malformedBody("The kind of screen \"\(screen.name)\" must be one of \(kinds).")
  }

  /// Checks the build's capabilities for drawn screens, against which documents are verified.
  private static func checkBlocks(_ manifest: Manifest) throws(Problem) {
    guard let blocks = manifest.unknown["blocks"] else { return }
    guard blocks.object != nil, blocks["level"]?.number?.int != nil else {
      throw Problem.malformedBody("`blocks` must be an object with a whole number `level`.")
    }
    for list in ["custom", "actions", "data"] as [Name] {
      guard let value = blocks[list] else { continue }
      guard let elements = value.array, elements.count <= 200,
        elements.allSatisfy({ $0["name"]?.string?.isEmpty == false })
      else {
        throw Problem.malformedBody(
          "`\(list)` of `blocks` must be at most 200 objects, each with a `name`.")
      }
      for name in elements.compactMap({ $0["name"]?.string }) {
        try DocumentLimits.check(Name(name))
      }
    }
    for action in blocks["actions"]?.array ?? [] { try checkOutcomes(of: action) }
  }

  /// Checks the number of an action's outcomes, and of the outputs it provides.
  private static func checkOutcomes(of action: JSON) throws(Problem) {
    let outcomes = action["outcomes"]?.array ?? []
    let provides = action["provides"]?.object?.members ?? []
    for key in outcomes + provides.flatMap({ $0.value.array ?? [] }) {
      if let name = key.string { try DocumentLimits.check(Name(name)) }
    }
    guard max(outcomes.count, provides.count) <= 100,
      provides.allSatisfy({ ($0.value.array ?? []).count <= 100 })
    else {
      throw Problem.malformedBody(
        "An action of `blocks` may have at most 100 `outcomes`, and provide at most 100 outputs "
          + "with each.")
    }
  }

  /// Checks the label of a port's button: a string, or an object of strings by language.
  private static func checkButtonLabel(
    of port: PortDeclaration, _ screen: Name
  ) throws(Problem) {
    guard let label = port.unknown["label"] else { return }
    let what = "The label of port \"\(port.name)\" of screen \"\(screen)\""
    if let text = label.string {
      _ = try BoundedText.checkTitle(text, what, limit: PortLabel.maximumLength)
      return
    }
    guard let texts = label.object?.members, !texts.isEmpty, texts.count <= 100 else {
      throw Problem.malformedBody(
        "\(what) must be a string, or an object of up to 100 strings by language.")
    }
    for text in texts {
      _ = try BoundedText.checkTitle(text.key.string, "\(what): a language", limit: 35)
      _ = try BoundedText.checkTitle(text.value.string ?? "", what, limit: PortLabel.maximumLength)
    }
  }

  private static func buildField(_ name: Name?, _ what: String) throws(Problem) -> String {
    try BoundedText.checkLabel(name?.string, "`\(what)`", limit: 100)
  }
}

/// All screens of an application, each as declared by the newest build that has it.
///
/// Builds that only announced themselves come after all others.
struct ScreenList {
  struct Screen {
    let declaration: JSON
    var builds: [JSON]
  }

  private var screens: [Name: Screen] = [:]

  /// Reads the manifests from members and tokens, which an SDK key cannot change.
  init(declaredIn request: EndpointRequest) async throws {
    let all = try await request.store.manifests(of: request.applicationID)
    try self.init(all.filter { $0.announcedIn == nil })
  }

  /// Creates the list from manifests, newest first.
  init(_ manifests: [StoredManifest]) throws {
    // Declared manifests come first, so that an announcement with an SDK key cannot override a
    // screen that they declare.
    let declared = manifests.filter { $0.announcedIn == nil }
    for stored in declared + manifests.filter({ $0.announcedIn != nil }) {
      let body = try JSON(parsing: stored.body)
      for declaration in body["screens"]?.array ?? [] {
        guard let name = declaration["name"]?.string else { continue }
        var build: JSONObject = [
          "platform": .string(stored.platform), "version": .string(stored.version),
          "build": .string(stored.build),
        ]
        build["announced"] = stored.announcedIn.map { .string($0) }
        screens[Name(name), default: Screen(declaration: declaration, builds: [])].builds
          .append(.object(build))
      }
    }
  }

  /// The screens' names, sorted.
  var names: [Name] { screens.keys.sorted() }

  /// The ports that a screen declares.
  func ports(of name: Name) -> [String] {
    (screens[name]?.declaration["ports"]?.array ?? []).compactMap { port in
      port.string ?? port["name"]?.string
    }
  }

  /// Returns the labels of a screen's buttons, by port; nil if its build declares none.
  private func labels(of declaration: JSON) -> JSON? {
    let labels = (declaration["ports"]?.array ?? []).compactMap { port in
      port["name"]?.string.flatMap { name in
        port["label"].map { JSONObject.Member(key: Name(name), value: $0) }
      }
    }
    return labels.isEmpty ? nil : .object(JSONObject(labels))
  }

  /// The screens by name, with their snapshots if they have any.
  func json(with snapshots: [Snapshot] = []) -> [JSON] {
    let pictures = Dictionary(snapshots.map { (Name($0.screen), $0) }) { $1 }
    return names.compactMap { name in
      guard let screen = screens[name], var object = screen.declaration.object else { return nil }
      object["ports"] = .array(ports(of: name).map { .string($0) })
      object["labels"] = labels(of: screen.declaration)
      object["builds"] = .array(screen.builds)
      object["snapshot"] = pictures[name].map(\.json)
      return .object(object)
    }
  }
}
