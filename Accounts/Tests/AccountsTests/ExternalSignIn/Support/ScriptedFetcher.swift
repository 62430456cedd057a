import Accounts
import Foundation
import Synchronization

/// Returns scripted responses, and records the requests.
final class ScriptedFetcher: HTTPFetcher {
  typealias Responder = @Sendable (FetchRequest) throws(FetchFailure) -> FetchedResponse

  private struct State {
    var responses: [String: Responder] = [:]
    var asked: [FetchRequest] = []
  }

  private let state = Mutex(State())

  /// Scripts the response of an address, without its query.
  func respond(_ url: String, with response: @escaping Responder) {
    state.withLock { $0.responses[url] = response }
  }

  /// Scripts a text as the response of an address.
  func respond(_ url: String, _ text: String, status: Int = 200) {
    respond(url) { _ in FetchedResponse(status: status, body: Array(text.utf8)) }
  }

  /// The requests at an address, without its query.
  func asked(_ url: String) -> [FetchRequest] {
    state.withLock { state in state.asked.filter { Self.plain($0.url) == url } }
  }

  /// The number of all requests.
  var count: Int { state.withLock { $0.asked.count } }

  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedResponse {
    let response = state.withLock { state in
      state.asked.append(request)
      return state.responses[Self.plain(request.url)]
    }
    guard let response else { throw FetchFailure("Nobody is at \(request.url).") }
    return try response(request)
  }

  private static func plain(_ url: String) -> String {
    String(url.prefix { $0 != "?" })
  }
}

extension FetchRequest {
  /// The value of a form's field.
  func field(_ name: String) -> String? { form?.first { $0.name == name }?.value }
}
