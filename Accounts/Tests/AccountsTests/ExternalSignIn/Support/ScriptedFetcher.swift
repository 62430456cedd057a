import Accounts
import Foundation
import Synchronization

/// Returns scripted responses, and records the requests.
final class ScriptedFetcher: HTTPFetcher {
  typealias Responder = @Sendable (FetchRequest) throws(FetchFailure) -> FetchedResponse

  private struct State {
    var responses: [String: Responder] = [:]
    var requests: [FetchRequest] = []
  }

  private let state = Mutex(State())

  /// Scripts the response to requests for a URL, whatever their query.
  func respond(_ url: String, with response: @escaping Responder) {
    state.withLock { $0.responses[url] = response }
  }

  /// Scripts a text as the response to requests for a URL, whatever their query.
  func respond(_ url: String, _ text: String, status: Int = 200) {
    respond(url) { _ in FetchedResponse(status: status, body: Array(text.utf8)) }
  }

  /// The requests for a URL, whatever their query.
  func requests(to url: String) -> [FetchRequest] {
    state.withLock { state in state.requests.filter { Self.withoutQuery($0.url) == url } }
  }

  /// The number of all requests.
  var count: Int { state.withLock { $0.requests.count } }

  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedResponse {
    let response = state.withLock { state in
      state.requests.append(request)
      return state.responses[Self.withoutQuery(request.url)]
    }
    guard let response else { throw FetchFailure("No response is scripted for \(request.url).") }
    return try response(request)
  }

  private static func withoutQuery(_ url: String) -> String {
    String(url.prefix { $0 != "?" })
  }
}

extension FetchRequest {
  /// The value of a form's field.
  func field(_ name: String) -> String? { form?.first { $0.name == name }?.value }
}
