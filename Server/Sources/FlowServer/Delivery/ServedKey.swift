package import FlowStore

/// The properties of an SDK key that the delivery server uses.
package struct ServedKey: Sendable {
  let id: String
  let organization: String
  let application: String
  let environment: String

  /// Creates a key of an application.
  package init(_ id: String, organization: String, application: String, environment: String) {
    self.id = id
    self.organization = organization
    self.application = application
    self.environment = environment
  }

  /// Creates a key from one in the store.
  package init(_ key: StoredSDKKey, organization: String) {
    self.init(
      key.id, organization: organization, application: key.application,
      environment: key.environment)
  }
}
