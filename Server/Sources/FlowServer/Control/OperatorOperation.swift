package import Accounts
package import FlowCore
package import FlowStore
import HTTPTypes

/// An operation of an operator's command on a store.
///
/// It runs in the server, over the control socket, or in the command itself while no server is
/// running.
package struct OperatorOperation: Sendable {
  /// The stable name, such as `disableUser`.
  package let name: String
  /// Whether it changes nothing, so that it may be sent again.
  package let isSafe: Bool
  /// Whether it may create the store, depending on the arguments: if it adds the first data, and
  /// needs nothing that is in it.
  package let createsStore: @Sendable (JSON) -> Bool
  /// Performs it with the arguments, an object, and returns the result to show.
  package let run: @Sendable (OperatorContext, JSONView) async throws -> JSON

  /// Creates an operation; `run` reads the arguments, an object, and returns the result to show.
  package init(
    _ name: String, isSafe: Bool = false,
    createsStore: @escaping @Sendable (JSON) -> Bool = { _ in false },
    run: @escaping @Sendable (OperatorContext, JSONView) async throws -> JSON
  ) {
    self.name = name
    self.isSafe = isSafe
    self.createsStore = createsStore
    self.run = run
  }

  /// The path of the operation on the control socket.
  package var path: String { "/operator/\(name)" }

  /// The route on the control socket; no other listener serves it, because it is in no list of
  /// routes.
  package var endpoint: Endpoint {
    Endpoint(
      name, .post, path, .access, .operator, "An operator's command",
      body: RequestBodyDeclaration(.text),
      responses: [ResponseDeclaration(200, "The result.", .text)]
    ) { request in
      let services = request.services
      let context = OperatorContext(store: services.store, accounts: services.accounts) { services }
      return .json(try await run(context, try request.object()))
    }
  }
}

/// The dependencies of an operator operation.
package struct OperatorContext: Sendable {
  package let store: any Store
  package let accounts: AccountServices
  /// The services of the running server, or newly created ones, which need the signing keys.
  package let services: @Sendable () async throws -> Services

  package init(
    store: any Store, accounts: AccountServices,
    services: @escaping @Sendable () async throws -> Services
  ) {
    self.store = store
    self.accounts = accounts
    self.services = services
  }
}
