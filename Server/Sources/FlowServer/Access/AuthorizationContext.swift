package import FlowStore

/// The resource of a request, and the sender's permissions for it.
package struct AuthorizationContext: Sendable {
  /// The organization's id; nil for apps, and for routes without an organization.
  package let organization: String?
  /// The application in the path; nil for routes without one, and for apps, whose key identifies
  /// it.
  package let application: Application?
  /// The sender's scope for the resource; nil for an app, for a guest without a grant for it, and
  /// without a resource.
  package let scope: Scope?

  package init(
    organization: String? = nil, application: Application? = nil, scope: Scope? = nil
  ) {
    self.organization = organization
    self.application = application
    self.scope = scope
  }
}
