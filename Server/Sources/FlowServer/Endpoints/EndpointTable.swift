/// All routes of the server.
package enum EndpointTable {
  package static let all: [Endpoint] = [
    delivery, applications, overviews, snapshots, attributes, changes, drafts, releases, access,
    organizations, members, account, me, factors, report, pages, portal, server,
  ].flatMap { $0 }
}
