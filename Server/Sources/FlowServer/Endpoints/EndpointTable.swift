/// All routes of the server.
package enum EndpointTable {
  package static let all: [Endpoint] = [
    delivery, applications, drafts, releases, access, organizations, members, account, me, factors,
    report, pages, server,
  ].flatMap { $0 }
}
