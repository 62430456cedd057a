import Foundation
package import HTTPTypes

/// Finds the endpoint of a method and a path; fixed segments come before parameters.
package struct RouteTable: Sendable {
  package enum Found {
    case endpoint(Endpoint, [String: String])
    /// The path is there, with these endpoints only.
    case otherMethods([Endpoint])
    case nothing
  }

  private struct Route: Sendable {
    let endpoint: Endpoint
    /// A nil segment takes anything that is not empty.
    let segments: [String?]
    let names: [String]

    init(_ endpoint: Endpoint) {
      self.endpoint = endpoint
      let parts = RouteTable.segments(endpoint.path)
      segments = parts.map { $0.hasPrefix("{") ? nil : $0 }
      names = endpoint.pathNames
    }

    func parameters(_ path: [String]) -> [String: String]? {
      var values: [String] = []
      for (wanted, given) in zip(segments, path) {
        guard let wanted else {
          values.append(given)
          continue
        }
        guard wanted == given else { return nil }
      }
      return Dictionary(zip(names, values)) { $1 }
    }
  }

  private let routesByLength: [[Route]]

  package init(_ endpoints: [Endpoint]) {
    let routes = endpoints.map(Route.init).sorted { left, right in
      left.names.count < right.names.count
    }
    let longest = routes.map(\.segments.count).max() ?? 0
    routesByLength = (0...longest).map { length in routes.filter { $0.segments.count == length } }
  }

  /// HEAD goes where GET goes.
  package func find(_ method: HTTPRequest.Method, path: String) -> Found {
    let segments = Self.segments(path).map { $0.removingPercentEncoding ?? $0 }
    guard segments.count < routesByLength.count, !segments.contains("") else { return .nothing }
    let wanted: HTTPRequest.Method = method == .head ? .get : method
    var others: [Endpoint] = []
    for route in routesByLength[segments.count] {
      guard let parameters = route.parameters(segments) else { continue }
      if route.endpoint.method == wanted { return .endpoint(route.endpoint, parameters) }
      others.append(route.endpoint)
    }
    return others.isEmpty ? .nothing : .otherMethods(others)
  }

  private static func segments(_ path: String) -> [String] {
    let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
    return path.isEmpty
      ? [] : path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
