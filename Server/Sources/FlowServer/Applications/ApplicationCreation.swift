import FlowCore
import FlowStore
import HTTPTypes

/// Creates an application, and discloses as little as possible about the ids of other
/// organizations' applications.
struct ApplicationCreation {
  private let request: EndpointRequest
  private let organization: String
  private let name: String
  private let environments: [String]

  init(_ request: EndpointRequest, name: String, environments: [String]) throws {
    self.request = request
    organization = try request.organization
    self.name = name
    self.environments = environments
  }

  /// Creates the application with the requested id, or with a generated one.
  ///
  /// If the policy is `random`, or if `id` is nil, the id is generated: `id`, or else the slug of
  /// the name, with a random suffix.
  ///
  /// - Throws: `already-exists`, `too-many-attempts`, or any error of the store.
  func create(_ id: String?) async throws -> Application {
    if let id, request.services.applicationIDs == .chosen { return try await createChosen(id) }
    let slug = id ?? ApplicationIDPolicy.slug(of: name)
    for _ in 0..<3 {
      do {
        return try await add(ApplicationIDPolicy.withRandomSuffix(slug))
      } catch let error as StoreError {
        guard error.code == .alreadyExists else { throw error }
      }
    }
    return try await add(ApplicationIDPolicy.withRandomSuffix(slug))
  }

  private func createChosen(_ id: String) async throws -> Application {
    let attempts = request.services.takenIDAttempts
    try attempts.reserve(by: organization, at: request.now)
    do {
      let application = try await add(id)
      attempts.refund(to: organization)
      return application
    } catch let error as StoreError where error.code == .alreadyExists {
      let known = try await request.store.application(id)
      if known?.organization == organization {
        attempts.refund(to: organization)
        throw Problem(
          .alreadyExists,
          "The organization has an application \"\(id)\" already. Choose another id.")
      }
      throw Problem(
        .alreadyExists,
        "The id \"\(id)\" cannot be used. Choose another one, or omit `id`: the server then "
          + "derives one from the name.")
    } catch {
      attempts.refund(to: organization)
      throw error
    }
  }

  private func add(_ id: String) async throws -> Application {
    let application = Application(
      id: id, organization: organization, name: name, created: request.now)
    try await request.store.add(
      application, environments: environments,
      audit: try request.audit(
        "application.added", application: id, detail: ["name": .string(name)]))
    request.services.streams.addOrganization(organization)
    return application
  }
}
