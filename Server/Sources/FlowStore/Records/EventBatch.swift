/// A batch of events from an app.
public struct EventBatch: Sendable, Equatable {
  /// The position in the order of arrival; 0 before it is stored.
  public let id: Int
  /// The application's id.
  public let application: String
  /// The environment's name.
  public let environment: String
  /// The app's idempotency key.
  public let key: String
  /// The number of events.
  public let count: Int
  /// The events' JSON as received, with the units of exposures hashed.
  public let body: [UInt8]
  /// The time at which it was received.
  public let received: Int
  /// The sessions that these events started; empty when read from the store.
  public let uses: [BuildUse]
  /// The attributes reported by these events; empty when read from the store.
  public let attributes: [AttributeUse]

  /// Creates a record.
  public init(
    id: Int = 0, application: String, environment: String, key: String, count: Int,
    body: [UInt8], received: Int, uses: [BuildUse] = [], attributes: [AttributeUse] = []
  ) {
    self.id = id
    self.application = application
    self.environment = environment
    self.key = key
    self.count = count
    self.body = body
    self.received = received
    self.uses = uses
    self.attributes = attributes
  }
}
