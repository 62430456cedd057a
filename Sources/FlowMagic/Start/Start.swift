public import FlowCore
package import Foundation

/// Connects an app to its server and shows its flows, in one call.
///
/// ```swift
/// @main struct ShopApp: App {
///   @State private var flows = Result {
///     try FlowMagic.start(
///       server: "https://flows.example.com", key: "pk_…", environment: "development",
///       screens: screens, default: .bundled("shop"))
///   }
///
///   var body: some Scene {
///     WindowGroup {
///       switch flows {
///       case .success(let flows): ShopView(navigator: flows.navigator)
///       case .failure: Text("Please update the app.")
///       }
///     }
///   }
/// }
/// ```
///
/// The result has a navigator, a client, an event queue and a picture store, connected to each
/// other. The first screen is shown at once, from the device's cache or from `document`; newer
/// releases are adopted as they arrive. The state is kept in a protected file and restored at the
/// next launch. A debug build announces its screens to the server (see ``AnnouncementPolicy``).
///
/// - Parameters:
///   - server: The server's URL, such as `https://flows.example.com`.
///   - key: The SDK key of the environment.
///   - environment: The environment whose releases the app follows.
///   - screens: The screens of this build.
///   - document: The flows bundled with the app. They may name the application.
///   - application: The application's id; if nil, the one in `document`.
///   - context: Attributes of the user. They override attributes of the device with the same name;
///     `platform`, `appVersion` and `build` also override how this build identifies itself to the
///     server.
///   - links: The links that the app opens.
///   - privateAttributes: The attributes whose values are not reported.
///   - pictures: How the pictures of drawn screens are kept on the device.
///   - announcements: Whether the build announces its screens to the server.
///   - restoresState: Whether the state is kept on the device and restored at the next launch.
/// - Returns: The navigator with its client, its event queue and its picture store.
/// - Throws: `invalid-server`, `invalid-sdk-key`, `missing-application`, `invalid-link`, and errors
///   of `Navigator.init`.
@MainActor
public func start(
  server: String, key: String, environment: Name = "production", screens: ScreenRegistry,
  default document: FlowDocument, application: Name? = nil, context: JSONObject = JSONObject(),
  links: [FlowLink] = [], privateAttributes: PrivateAttributes = .standard,
  pictures: PictureSettings = PictureSettings(), announcements: AnnouncementPolicy = .debugBuilds,
  restoresState: Bool = true
) throws -> FlowApp {
  let system = StartSystem.device
  return try FlowApp(
    connection: FlowApp.ConnectionSettings(
      server: server, key: key, environment: environment, application: application, document),
    screens: screens, default: document, context: context, links: links,
    privateAttributes: privateAttributes, pictures: pictures,
    announces: announcements.isEnabled(in: environment, isDebugBuild: system.isDebug),
    restoresState: restoresState, system: system)
}

/// Whether a build announces its manifest to the server automatically.
///
/// An announcement is used only in the environment of the SDK key, and rejected in a protected one.
/// Release builds and CI send their manifest with a token: `flowmagic manifest push`.
public enum AnnouncementPolicy: Sendable {
  /// Debug builds announce themselves, except in `production`.
  case debugBuilds
  /// The build announces itself, whatever its configuration and environment.
  case always
  /// The build does not announce itself.
  case never

  package func isEnabled(in environment: Name, isDebugBuild: Bool) -> Bool {
    switch self {
    case .debugBuilds: isDebugBuild && environment != "production"
    case .always: true
    case .never: false
    }
  }
}

/// A started app: its navigator, client, event queue and picture store.
@MainActor
public struct FlowApp {
  /// Drives the interface.
  public let navigator: Navigator
  /// Follows the releases of the environment.
  public let client: ReleaseClient
  /// Delivers the events.
  public let events: EventQueue
  /// Keeps the pictures of drawn screens.
  public let pictures: PictureStore

  /// The server of an app, with the application, the environment and its key.
  package struct ConnectionSettings {
    let server: URL
    let key: SDKKey
    let environment: Name
    let application: Name

    package init(
      server: String, key: String, environment: Name, application: Name?, _ document: FlowDocument
    ) throws(FlowMagicError) {
      guard let url = URL(string: server), let scheme = url.scheme?.lowercased(),
        ["http", "https"].contains(scheme), url.host()?.isEmpty == false
      else {
        throw FlowMagicError(
          .invalidServer,
          "\"\(server.prefix(200))\" is not the URL of a server. Write it with its scheme, "
            + "such as https://flows.example.com.")
      }
      guard let application = application ?? document.application else {
        throw FlowMagicError(
          .missingApplication,
          "The flows bundled with the app do not name their application. Write its id into the "
            + "document, or pass `application:`.")
      }
      self.server = url
      self.key = try SDKKey(parsing: key)
      self.environment = environment
      self.application = application
    }
  }

  package init(
    connection: ConnectionSettings, screens: ScreenRegistry, default document: FlowDocument,
    context: JSONObject, links: [FlowLink], privateAttributes: PrivateAttributes,
    pictures settings: PictureSettings = PictureSettings(), announces: Bool, restoresState: Bool,
    system: StartSystem
  ) throws {
    let files = AppFiles(connection.application, connection.environment, in: system.folder)
    let device = system.device
    var attributes = device.attributes(user: files.userID(system.dependencies.uuid))
    for member in context.members { attributes[member.key] = member.value }
    let build = Manifest(
      application: connection.application,
      platform: Name(attributes["platform"]?.string ?? device.platform),
      version: Name(attributes["appVersion"]?.string ?? device.appVersion),
      build: Name(attributes["build"]?.string ?? device.build))
    events = EventQueue(
      EventQueueConfiguration(
        server: connection.server, application: connection.application,
        environment: connection.environment, key: connection.key, manifest: build,
        directory: files.events),
      transport: system.transport, dependencies: system.dependencies)
    client = try ReleaseClient(
      ClientConfiguration(
        server: connection.server, application: connection.application,
        environment: connection.environment, key: connection.key, bundledDocument: document,
        manifest: screens.runtimeManifest),
      transport: system.transport, cache: FileReleaseCache(directory: files.folder),
      events: events, dependencies: system.dependencies)
    navigator = try Navigator(
      screens: screens, source: client, default: document, context: attributes,
      privateAttributes: privateAttributes, events: events,
      restoration: restoresState ? RestorationFile(files.session) : nil)
    try navigator.setLinks(links)
    pictures = PictureStore(
      server: connection.server, application: connection.application, directory: files.pictures,
      settings: settings, transport: system.transport, dependencies: system.dependencies)
    navigator.pictures = pictures
    begin()
    guard announces else { return }
    let (client, declared) = (client, attributes)
    Task.detached(priority: .utility) {
      let manifest = screens.manifest(of: build, attributes: declared, document)
      await client.announce(manifest, recordedIn: files.announcement)
    }
  }

  private func begin() {
    let (navigator, client, events) = (navigator, client, events)
    Task { await navigator.start() }
    Task { await client.monitorNetwork(with: events) }
    PicturePrefetcher(
      pictures: pictures, client: client, composedScreens: navigator.screens.composedScreens,
      locale: navigator.context["locale"]?.string
    ).start()
  }
}

extension ScreenRegistry {
  /// The manifest of a build, with the types of its attributes.
  func manifest(
    of build: Manifest, attributes: JSONObject, _ document: FlowDocument
  ) -> Manifest {
    manifest(
      application: build.application, platform: build.platform, version: build.version,
      build: build.build,
      attributes: attributes.members.compactMap { member in
        ValueType(of: member.key, member.value).map {
          AttributeDeclaration(name: member.key, type: $0)
        }
      }, flows: document.flows)
  }
}

extension ValueType {
  /// The type of an attribute; nil for a value without one, such as null.
  fileprivate init?(of name: Name, _ value: JSON) {
    switch value {
    case .string: self = DeviceAttributes.versionAttributes.contains(name) ? .version : .string
    case .number: self = .number
    case .bool: self = .boolean
    default: return nil
    }
  }
}

/// The dependencies of ``FlowApp``; replaced in tests.
package struct StartSystem: Sendable {
  var transport: any Transport
  var dependencies: Dependencies
  /// The folder with the files of all applications.
  var folder: URL
  var device: DeviceAttributes
  var isDebug: Bool

  package init(
    transport: any Transport, dependencies: Dependencies, folder: URL, device: DeviceAttributes,
    isDebug: Bool
  ) {
    self.transport = transport
    self.dependencies = dependencies
    self.folder = folder
    self.device = device
    self.isDebug = isDebug
  }

  static var device: StartSystem {
    StartSystem(
      transport: URLSessionTransport(), dependencies: .device, folder: AppFiles.standardFolder,
      device: .current, isDebug: isDebugBuild)
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
