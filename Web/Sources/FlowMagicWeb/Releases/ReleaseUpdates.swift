import Crypto
public import FlowCore
public import FlowMagic
public import Foundation
import Logging
import NIOConcurrencyHelpers
public import ServiceLifecycle

/// A service that keeps a host on the newest release of a FlowMagic server.
///
/// ```swift
/// var app = Application(router: router)
/// let updates = try host.updates(from: "https://flows.example.com", key: "pk_…", of: document)
/// await updates.prepare()
/// app.addServices(updates)
/// try await app.runService()
/// ```
///
/// A release is used only if the server's key signed it and no visitor would get stuck in it;
/// otherwise an error is logged, and the current one stays. The last good release is kept on disk:
/// a process that starts while the server is unreachable uses it.
public struct ReleaseUpdates: Service {
  private let host: FlowHost
  private let client: ReleaseClient
  private let announcement: Announcement?
  private let events: EventQueue

  /// The announcement of this host to the server.
  struct Announcement: Sendable {
    let manifest: Manifest
    /// The file with the last announcement.
    let file: URL
  }

  init(
    _ host: FlowHost, _ client: ReleaseClient, _ events: EventQueue, _ announcement: Announcement?
  ) {
    self.host = host
    self.client = client
    self.events = events
    self.announcement = announcement
  }

  /// Prepares the host to show the newest release; call it before accepting visitors.
  ///
  /// If the server does not respond within five seconds, the last good release is used; if there is
  /// none, the document that the host was created with. Without this call, the first visitors after
  /// a restart would see that document.
  public func prepare() async {
    _ = await client.start()
    if let document = await client.document { await use(document) }
  }

  /// Follows the releases until the application shuts down; then the pending events are sent.
  public func run() async {
    let documents = await client.documents()
    let problems = [await client.problems(), await events.problems()]
    await withDiscardingTaskGroup { group in
      group.addTask { _ = await client.start() }
      for problems in problems { group.addTask { await log(problems) } }
      if let announcement {
        group.addTask {
          await client.announce(announcement.manifest, recordedIn: announcement.file)
        }
      }
      group.addTask { await prefetchPictures() }
      for await document in documents.cancelOnGracefulShutdown() { await use(document) }
      group.cancelAll()
    }
    await client.pause()
    await events.pause()
  }

  /// Prefetches pictures each time the server can be reached again.
  private func prefetchPictures() async {
    for await state in await client.connectionStates() where state != .disconnected {
      await host.prefetchPictures()
    }
  }

  private func use(_ document: FlowDocument) async {
    let number = document.number.map { "\($0)" } ?? "?"
    do throws(WebHostError) {
      try host.update(document)
      host.settings.logger.info("A release is in use.", metadata: ["release": .string(number)])
      await host.prefetchPictures()
    } catch {
      host.settings.logger.error(
        "A release cannot be used here; the current one stays in use.",
        metadata: ["release": .string(number), "reason": .string(error.message)])
    }
  }

  private func log(_ problems: AsyncStream<FlowMagicError>) async {
    for await problem in problems {
      host.settings.logger.warning(
        "The connection to the FlowMagic server has a problem.",
        metadata: ["reason": .string("\(problem)")])
    }
  }
}

extension FlowHost {
  /// Follows the releases of an environment of a FlowMagic server, so that open pages receive
  /// changed flows as soon as they are published, and reports the events of visits to it.
  ///
  /// Events wait in a folder on disk, at most 64 MiB of them, until the server has received them;
  /// several processes may share it. ``FlowHostSettings/reportsEvents`` decides which are reported.
  ///
  /// - Parameters:
  ///   - server: The server's URL, such as `https://flows.example.com`.
  ///   - key: The SDK key of the environment.
  ///   - environment: The environment.
  ///   - document: The document that the host was created with. If it is a release of the
  ///     environment, no older one is shown.
  ///   - application: The application's id; if nil, the one in the document.
  ///   - version: The version with which this host is announced to the server, so that no release
  ///     is published in which its visitors would get stuck. For development; in production, push
  ///     ``manifest`` with a token: `flowmagic manifest push`.
  ///   - cache: The store for the last good release; by default, a folder of the current user.
  ///   - pictures: The store for the release's pictures, which the host serves; by default, a
  ///     folder of the current user, with at most 256 MiB.
  ///   - eventFolder: The folder for events that have not been sent yet; by default, one of the
  ///     current user.
  /// - Returns: A service, to be added to the application.
  /// - Throws: `WebHostError` with the code `invalidServer`, `FlowMagicError` for an invalid key,
  ///   and `FlowError` for a document that cannot be compiled.
  public func updates(
    from server: String, key: String, environment: Name = "production", of document: FlowDocument,
    application: Name? = nil, announcedAs version: Name? = nil, cache: (any ReleaseCache)? = nil,
    pictures: PictureStore? = nil, eventFolder: URL? = nil
  ) throws -> ReleaseUpdates {
    guard let application = application ?? document.application else {
      throw WebHostError(
        .invalidServer, "The document names no application; pass its id as `application`.")
    }
    guard let url = URL(string: server), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host()?.isEmpty == false
    else {
      throw WebHostError(
        .invalidServer, "The server must be a URL such as https://flows.example.com.")
    }
    // The client needs only this part of the document, because the host has the rest.
    let bundle = FlowDocument(
      application: document.application, environment: document.environment,
      number: document.number)
    var configuration = ClientConfiguration(
      server: url, application: application, environment: environment,
      key: try SDKKey(parsing: key), bundledDocument: bundle)
    configuration.timings.startTimeout = .seconds(5)
    let transport = URLSessionTransport()
    var pictureSettings = PictureSettings()
    pictureSettings.budget = 256 << 20
    let pictures =
      pictures
      ?? PictureStore(
        server: url, application: application, settings: pictureSettings, transport: transport)
    followedPictures.withLockedValue { $0 = pictures }
    let manifest = manifest(version, of: application)
    let events = EventQueue(
      Self.eventConfiguration(configuration, manifest, in: eventFolder), transport: transport)
    report(to: events)
    let client = try ReleaseClient(
      configuration, transport: transport,
      cache: cache
        ?? FileReleaseCache(application: application.string, environment: environment.string),
      events: events)
    return ReleaseUpdates(
      self, client, events, version.map { _ in announcement(of: manifest, environment) })
  }

  /// The configuration of the events of many visitors.
  private static func eventConfiguration(
    _ client: ClientConfiguration, _ manifest: Manifest, in folder: URL?
  ) -> EventQueueConfiguration {
    let folder = folder ?? eventFolder(client)
    var configuration = EventQueueConfiguration(
      server: client.server, application: client.application, environment: client.environment,
      key: client.key, manifest: manifest, directory: folder)
    configuration.maximumBatchEvents = 1_000
    configuration.batchBytes = 512 << 10
    configuration.maximumDiskBytes = 64 << 20
    configuration.maximumMemoryEvents = 10_000
    return configuration
  }

  /// The default folder for events that have not been sent yet.
  ///
  /// Each server and key has its own, because a machine may run several sites.
  private static func eventFolder(_ client: ClientConfiguration) -> URL {
    let owner = Array("\(client.server.absoluteString) \(client.key.id)".utf8)
    let name = Base64URL.encode(Array(SHA256.hash(data: owner).prefix(9)))
    return EventQueueConfiguration.directory(
      of: client.application, environment: client.environment
    ).deletingLastPathComponent().appending(path: "web-events/\(name)")
  }

  /// The manifest of this host for the server.
  private func manifest(_ version: Name?, of application: Name) -> Manifest {
    var manifest = manifest
    manifest.application = application
    if let version {
      manifest.version = version
      manifest.build = "web"
    }
    return manifest
  }

  private func announcement(
    of manifest: Manifest, _ environment: Name
  ) -> ReleaseUpdates.Announcement {
    let application = manifest.application?.string ?? ""
    let name = "flowmagic-web-\(application)-\(environment.string).announced"
    return ReleaseUpdates.Announcement(
      manifest: manifest, file: FileManager.default.temporaryDirectory.appending(path: name))
  }
}
