import FlowMagic

/// The shop's connection to a server.
struct ShopLink {
  let client: ReleaseClient
  let events: EventQueue

  init(_ connection: ShopOptions.Connection, document: FlowDocument) throws {
    let transport = URLSessionTransport()
    let configuration = ClientConfiguration(
      server: connection.server, application: "shop", environment: connection.environment,
      key: connection.key, bundle: document, manifest: try ShopFlows.screens().walkingManifest)
    events = EventQueue(
      EventQueueConfiguration(
        server: connection.server, application: "shop", environment: connection.environment,
        key: connection.key, manifest: try ShopFlows.manifest(),
        directory: EventQueueConfiguration.directory(
          of: "shop", environment: connection.environment)), transport: transport)
    client = try ReleaseClient(
      configuration, transport: transport,
      cache: FileReleaseCache(
        application: "shop", environment: connection.environment.string), events: events)
  }

  /// Sends what is left and closes the connection.
  func finish() async {
    await client.pause()
    await events.pause()
  }
}
