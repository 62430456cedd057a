/// All routes of the server.
package enum EndpointTable {
  package static let all: [Endpoint] = [
    delivery, applications, drafts, releases, access, report, server,
  ].flatMap { $0 }
}
