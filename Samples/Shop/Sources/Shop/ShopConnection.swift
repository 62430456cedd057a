import FlowMagic

/// The shop's connection to a server.
struct ShopConnection {
  let client: ReleaseClient
  let events: EventQueue

  init(_ server: ShopOptions.Server, document: FlowDocument) throws {
    let transport = URLSessionTransport()
    let configuration = ClientConfiguration(
      server: server.url, application: "shop", environment: server.environment,
      key: server.key, bundle: document, manifest: try ShopFlows.screens().runtimeManifest)
    events = EventQueue(
      EventQueueConfiguration(
        server: server.url, application: "shop", environment: server.environment,
        key: server.key, manifest: try ShopFlows.manifest(),
        directory: EventQueueConfiguration.directory(
          of: "shop", environment: server.environment)), transport: transport)
    client = try ReleaseClient(
      configuration, transport: transport,
      cache: FileReleaseCache(
        application: "shop", environment: server.environment.string), events: events)
  }

  /// Sends pending events and closes the connection.
  func finish() async {
    await client.pause()
    await events.pause()
  }
}
