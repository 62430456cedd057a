public import FlowCore
public import FlowMagic
import Foundation
import Logging
public import ServiceLifecycle

/// Keeps a host on the newest release of a FlowMagic server: a service of the application.
///
/// ```swift
/// var app = Application(router: router)
/// let updates = try host.updates(from: "https://flows.example.com", key: "pk_…", of: document)
/// await updates.prepare()
/// app.addServices(updates)
/// try await app.runService()
/// ```
///
/// A release is used only if the server's key has signed it, and only if it strands nobody here;
/// otherwise the log says why, and the present one stays. The last good release is kept on disk: a
/// process that starts while the server is away begins with it.
public struct ReleaseUpdates: Service {
  private let host: FlowHost
  private let client: ReleaseClient
  private let announcement: Announcement?

  /// The description of this host for the server.
  struct Announcement: Sendable {
    let manifest: Manifest
    /// The file with the last one that was sent.
    let file: URL
  }

  init(_ host: FlowHost, _ client: ReleaseClient, _ announcement: Announcement?) {
    self.host = host
    self.client = client
    self.announcement = announcement
  }

  /// Has the host show the newest release: to be called before the first visitor comes.
  ///
  /// Where the server does not answer within five seconds, it is the last good one; where there is
  /// none, the document that the host was made with stays. Without it, visitors who come back first
  /// after a restart would be shown that.
  public func prepare() async {
    _ = await client.start()
    if let document = await client.document { use(document) }
  }

  /// Follows the releases until the application shuts down.
  public func run() async {
    let documents = await client.documents()
    let problems = await client.problems()
    await withDiscardingTaskGroup { group in
      group.addTask { _ = await client.start() }
      group.addTask { await log(problems) }
      if let announcement {
        group.addTask {
          await client.announce(announcement.manifest, remembering: announcement.file)
        }
      }
      for await document in documents.cancelOnGracefulShutdown() { use(document) }
      group.cancelAll()
    }
    await client.pause()
  }

  private func use(_ document: FlowDocument) {
    let number = document.number.map { "\($0)" } ?? "?"
    do throws(WebHostError) {
      try host.update(document)
      host.settings.logger.info("A release is shown.", metadata: ["release": .string(number)])
    } catch {
      host.settings.logger.error(
        "A release cannot be shown here; the present one stays.",
        metadata: ["release": .string(number), "reason": .string(error.message)])
    }
  }

  private func log(_ problems: AsyncStream<FlowMagicError>) async {
    for await problem in problems {
      host.settings.logger.warning(
        "Releases are not followed as they should be.",
        metadata: ["reason": .string("\(problem)")])
    }
  }
}

extension FlowHost {
  /// Follows the releases of an environment of a FlowMagic server: re-routed flows arrive in open
  /// pages as they are published.
  ///
  /// - Parameters:
  ///   - server: The server's address, such as `https://flows.example.com`.
  ///   - key: The SDK key of the environment.
  ///   - environment: The environment.
  ///   - document: The document that the host was made with. It names the application, and if it is
  ///     a release of the environment, no older one is shown.
  ///   - application: The application's id, if the document does not have it.
  ///   - version: The version under which this host is announced to the server, so that nothing
  ///     is published that would strand a visitor here. For development; elsewhere send
  ///     ``manifest`` with a token: `flowmagic manifest push`.
  ///   - cache: The store of the last good release; a folder of this machine's user by default.
  /// - Returns: A service, to be added to the application.
  /// - Throws: `WebHostError` with the code `invalidServer`, `FlowMagicError` for a key that is
  ///   none, and `FlowError` for a document that cannot be compiled.
  public func updates(
    from server: String, key: String, environment: Name = "production", of document: FlowDocument,
    application: Name? = nil, announcedAs version: Name? = nil, cache: (any ReleaseCache)? = nil
  ) throws -> ReleaseUpdates {
    guard let application = application ?? document.application else {
      throw WebHostError(
        .invalidServer, "The document names no application; pass its id as `application`.")
    }
    guard let url = URL(string: server), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host()?.isEmpty == false
    else {
      throw WebHostError(
        .invalidServer, "The server is an address such as https://flows.example.com.")
    }
    // The client needs no more of the document: the host has it.
    let bundle = FlowDocument(
      application: document.application, environment: document.environment,
      number: document.number)
    var configuration = ClientConfiguration(
      server: url, application: application, environment: environment,
      key: try SDKKey(parsing: key), bundle: bundle)
    configuration.timings.startTimeout = .seconds(5)
    let client = try ReleaseClient(
      configuration, transport: URLSessionTransport(),
      cache: cache
        ?? FileReleaseCache(application: application.string, environment: environment.string))
    return ReleaseUpdates(
      self, client, version.map { announcement($0, application, environment) })
  }

  private func announcement(
    _ version: Name, _ application: Name, _ environment: Name
  ) -> ReleaseUpdates.Announcement {
    var manifest = manifest
    manifest.application = application
    manifest.version = version
    manifest.build = "web"
    let name = "flowmagic-web-\(application.string)-\(environment.string).announced"
    return ReleaseUpdates.Announcement(
      manifest: manifest, file: FileManager.default.temporaryDirectory.appending(path: name))
  }
}
