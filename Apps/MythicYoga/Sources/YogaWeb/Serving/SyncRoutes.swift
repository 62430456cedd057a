public import AccountsWeb
public import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
import YogaDomain

/// `POST /api/sync`: applies a device's changes and responds with the changes of other devices.
///
/// Another user's changes are not applied; the response names the user of the session.
public struct SyncRoutes: Sendable {
  /// The path of the route.
  public static let path = "/api/sync"
  /// The maximum size of a request body in bytes.
  public static let maximumBytes = 512 * 1024
  /// The maximum number of requests of a user in a minute.
  ///
  /// An app sends one every few seconds while a video plays, and one for each change by hand.
  public static let maximumRequestsPerMinute = 120
  private let store: any ProgressStore
  private let origin: String?
  private let memory: BodyMemory
  private let network: @Sendable (Request) -> String?
  private let userID: @Sendable (Request) async throws -> String?
  private let now: @Sendable () -> Date
  private let rateLimit = UserRateLimit(Self.maximumRequestsPerMinute, inSeconds: 60)

  /// Creates the route.
  ///
  /// - Parameters:
  ///   - store: The storage of practice data.
  ///   - origin: The site's origin; if nil, that of the request's host.
  ///   - memory: The memory of the bodies.
  ///   - network: Returns the network that a request comes from; nil if it is not limited.
  ///   - now: Returns the current time.
  ///   - userID: Returns the id of the user who sent a request; nil for a guest.
  public init(
    store: any ProgressStore, origin: String? = nil, memory: BodyMemory = BodyMemory(),
    network: @escaping @Sendable (Request) -> String? = { _ in nil },
    now: @escaping @Sendable () -> Date = { Date() },
    userID: @escaping @Sendable (Request) async throws -> String?
  ) {
    self.store = store
    self.origin = origin
    self.memory = memory
    self.network = network
    self.now = now
    self.userID = userID
  }

  /// Adds the route to a router.
  public func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.post(RouterPath(Self.path)) { request, _ in try await response(to: request) }
  }

  private func response(to request: Request) async throws -> Response {
    guard !isCrossOrigin(request),
      request.headers[.contentType]?.hasPrefix("application/json") == true
    else {
      return problem(
        .forbidden, "csrf", "This request is not JSON, or is from a page of another site.")
    }
    guard let sender = try await userID(request) else { return signedOut }
    if let wait = await rateLimit.secondsToWait(sender, at: Int(now().timeIntervalSince1970)) {
      var response = problem(
        .tooManyRequests, "too-many", "There were too many requests. Try again in a minute.")
      response.headers[.retryAfter] = String(wait)
      return response
    }
    let share = memory.share(of: sender, from: network(request))
    defer { share.release() }
    let body: [UInt8]
    do throws(BodyReader.Failure) {
      body = try await BodyReader().read(request, atMost: Self.maximumBytes, memory: share)
    } catch {
      return problem(for: error)
    }
    guard let sync = try? JSONDecoder().decode(SyncRequest.self, from: Data(body)) else {
      return problem(
        .badRequest, "malformed", "The request's body is not a valid synchronization request.")
    }
    do {
      let time = Int(now().timeIntervalSince1970 * 1_000)
      // NB: another user may have logged in on the device since the changes were made.
      let allowed = sync.user ?? sender == sender ? sync : sync.withoutChanges
      // NB: the sender may have held the body back until the session or the account was gone.
      let check: @Sendable () async throws -> Void = {
        guard try await userID(request) == sender else { throw SessionEnded() }
      }
      let response = try await store.update(sender, check: check) {
        try $0.apply(allowed, now: time)
      }
      return json(.ok, try JSONEncoder().encode(AccountResponse(user: sender, response: response)))
    } catch is SessionEnded {
      return signedOut
    } catch let error as SyncError {
      return problem(
        .badRequest, error.code.rawValue,
        "The device's id must be 8 to 64 letters, digits and hyphens.")
    }
  }

  private func problem(for failure: BodyReader.Failure) -> Response {
    switch failure {
    case .tooLarge:
      problem(failure.status, "too-large", "The changes are too large to be sent at once.")
    case .tooSlow, .interrupted:
      problem(
        failure.status, "too-slow",
        "The changes arrived too slowly. Try again with a better connection.")
    case .busy:
      problem(failure.status, "busy", "Too much is being sent at the moment. Try again later.")
    }
  }

  private var signedOut: Response {
    problem(.unauthorized, "signed-out", "Log in to synchronize.")
  }

  /// Whether a browser reports that a page of another origin has sent the request.
  ///
  /// Apps send neither `Sec-Fetch-Site` nor `Origin`. If a browser does not either, the content
  /// type protects: a page of another site cannot send JSON without a CORS preflight.
  private func isCrossOrigin(_ request: Request) -> Bool {
    let fetchSite = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    if let fetchSite, fetchSite != "same-origin" { return true }
    guard let sender = request.headers[.origin] else { return false }
    if let origin { return sender != origin }
    let host = request.head.authority ?? ""
    return sender != "https://\(host)" && sender != "http://\(host)"
  }

  private func problem(_ status: HTTPResponse.Status, _ code: String, _ text: String) -> Response {
    let body = try? JSONEncoder().encode(["code": code, "detail": text])
    return json(status, body ?? Data())
  }

  private func json(_ status: HTTPResponse.Status, _ body: Data) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// The response with its user, so that a device never shows one user's progress to another.
  private struct AccountResponse: Encodable {
    let user: String
    let response: SyncResponse

    private enum CodingKeys: String, CodingKey { case user }

    func encode(to encoder: any Encoder) throws {
      try response.encode(to: encoder)
      var parts = encoder.container(keyedBy: CodingKeys.self)
      try parts.encode(user, forKey: .user)
    }
  }
}
