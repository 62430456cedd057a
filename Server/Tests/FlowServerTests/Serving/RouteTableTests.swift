import FlowServer
import HTTPTypes
import Testing

@Suite struct RouteTableTests {
  @Test func `a fixed segment comes before a parameter`() {
    let table = RouteTable(EndpointTable.all)
    guard case .endpoint(let endpoint, _) = table.find(.get, path: "/v1/apps/shop/draft") else {
      Issue.record("no endpoint")
      return
    }
    #expect(endpoint.id == "readDraft")
  }
}
