package import FlowStore

/// The resource that a request is about, and its sender's permissions there.
package struct AuthorizationContext: Sendable {
  /// The organization's id; nil for routes that belong to none, and for apps.
  package let organization: String?
  /// The application in the path; nil for routes without one and for apps, whose key names it.
  package let application: Application?
  /// The sender's scope there; nil for an app, and for a guest.
  package let scope: Scope?

  package init(
    organization: String? = nil, application: Application? = nil, scope: Scope? = nil
  ) {
    self.organization = organization
    self.application = application
    self.scope = scope
  }
}
