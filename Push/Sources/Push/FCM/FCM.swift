/// Creates requests of the HTTP v1 API of Firebase Cloud Messaging, and interprets the responses.
///
/// An instance keeps one access token, which all its requests share.
public actor FCM {
  private let account: ServiceAccount
  private let baseURL: String
  private let transport: any PushTransport
  private var token: AccessToken?
  private var renewal: Task<Result<AccessToken?, PushError>, Never>?

  /// Creates an instance for a service account.
  ///
  /// `transport` is used to request access tokens; `baseURL` replaces that of Firebase's service in
  /// tests.
  public init(
    account: ServiceAccount, transport: any PushTransport,
    baseURL: String = "https://fcm.googleapis.com"
  ) {
    self.account = account
    self.baseURL = baseURL
    self.transport = transport
  }

  /// Returns the request that sends a message to a device.
  ///
  /// Nil if Google cannot issue an access token now; try the message again later. `now` is in
  /// seconds since 1970.
  public func request(
    _ message: PushMessage, to device: FCMDevice, now: Int
  ) async throws(PushError) -> PushRequest? {
    let body = try JSONBody.encode(FCMContent(message, to: device, now: now))
    guard body.count <= 4_096 else {
      throw PushError(
        .payloadTooLarge, "The message has \(body.count) bytes; Firebase accepts 4,096.")
    }
    guard let token = try await accessToken(now: now) else { return nil }
    return PushRequest(
      url: "\(baseURL)/v1/projects/\(account.projectID)/messages:send",
      headers: [
        ("authorization", "Bearer \(token.value)"), ("content-type", "application/json"),
      ],
      body: body)
  }

  /// Makes the next request use a new access token, after the outcome `renewAuthorization`.
  public func renewAuthorization() {
    token = nil
  }

  private func accessToken(now: Int) async throws(PushError) -> AccessToken? {
    if let token, now < token.usableUntil { return token }
    // Concurrent callers share one request.
    let task = renewal ?? Task { await requestToken(now: now) }
    renewal = task
    let result = await task.value
    if renewal == task { renewal = nil }
    let renewed = try result.get()
    if let renewed { token = renewed }
    return renewed
  }

  private func requestToken(now: Int) async -> Result<AccessToken?, PushError> {
    do {
      let request = try await account.tokenRequest(now: now)
      guard let response = try? await transport.send(request) else { return .success(nil) }
      return .success(try AccessToken.read(response, now: now))
    } catch {
      return .failure(error)
    }
  }

  /// Interprets a response of Firebase.
  public static func outcome(of response: PushResponse) -> PushOutcome {
    if response.status == 200 {
      return .accepted(id: JSONBody.decode(FCMSentMessage.self, from: response.body)?.name)
    }
    let failure = JSONBody.decode(FCMFailure.self, from: response.body)?.error
    // NB: `errorCode` is more specific than `status`: UNREGISTERED has the status NOT_FOUND.
    let code = failure?.details?.compactMap(\.errorCode).first ?? failure?.status ?? ""
    let reason = "FCM: \(code.isEmpty ? "HTTP \(response.status)" : code)"
    switch code {
    case "UNREGISTERED", "SENDER_ID_MISMATCH": return .unregistered(since: nil)
    case "INVALID_ARGUMENT" where failure?.concernsToken == true: return .unregistered(since: nil)
    case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR", "PERMISSION_DENIED":
      return .misconfigured(reason: reason)
    case "UNAUTHENTICATED": return .renewAuthorization(reason: reason)
    case "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED":
      return .retry(after: response.retryAfter ?? 60, reason: reason)
    default: break
    }
    switch response.status {
    case 401: return .renewAuthorization(reason: reason)
    case 403: return .misconfigured(reason: reason)
    case 429: return .retry(after: response.retryAfter ?? 60, reason: reason)
    case 408, 500...599: return .retry(after: response.retryAfter, reason: reason)
    default: return .rejected(reason: reason)
    }
  }
}

private struct FCMSentMessage: Decodable {
  let name: String
}

private struct FCMFailure: Decodable {
  struct Violation: Decodable {
    let field: String
  }

  struct Detail: Decodable {
    let errorCode: String?
    let fieldViolations: [Violation]?
  }

  struct Body: Decodable {
    let status: String?
    let details: [Detail]?

    /// Whether the error concerns the device's token rather than the rest of the message.
    var concernsToken: Bool {
      (details ?? []).contains { detail in
        (detail.fieldViolations ?? []).contains {
          $0.field == "message.token" || $0.field == "message.fid"
        }
      }
    }
  }

  let error: Body
}
