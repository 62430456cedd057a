import NIOConcurrencyHelpers

/// The metadata and the keys of issuers, cached.
final class IssuerDirectory: Sendable {
  private let fetcher: any HTTPFetcher
  private let clock: @Sendable () -> Int
  private let metadata = NIOLockedValueBox<[String: RefreshingCache<ProviderMetadata>]>([:])
  private let keys = NIOLockedValueBox<[String: RefreshingCache<IssuerKeys>]>([:])
  private let checks = NIOLockedValueBox<[String: RefreshingCache<ProviderCheck>]>([:])

  init(fetcher: any HTTPFetcher, clock: @escaping @Sendable () -> Int) {
    self.fetcher = fetcher
    self.clock = clock
  }

  /// An issuer's metadata.
  func metadata(of issuer: String) async throws(IdentityProviderError) -> ProviderMetadata {
    let cache = metadata.withLockedValue { known in
      if let cache = known[issuer] { return cache }
      let cache = RefreshingCache(clock: clock) { [fetcher] in
        let request = FetchRequest(
          url: ProviderMetadata.url(of: issuer), limit: ProviderMetadata.maximumBytes)
        return try ProviderMetadata(await fetcher.json(request), issuer: issuer)
      }
      known[issuer] = cache
      return cache
    }
    return try await mapError { try await cache.current() }
  }

  /// Finds the key that signed a token in the key set at a URL.
  func key(for token: CompactJWS, at url: String) async throws(IdentityProviderError)
    -> VerificationKey
  {
    let cache = keys.withLockedValue { known in
      if let cache = known[url] { return cache }
      let cache = RefreshingCache(clock: clock) { [fetcher] in
        try IssuerKeys(
          await fetcher.json(FetchRequest(url: url, limit: ProviderMetadata.maximumBytes)))
      }
      known[url] = cache
      return cache
    }
    var keySet = try await mapError { try await cache.current() }
    if !keySet.mayContainKey(token.keyID) {
      keySet = try await mapError { try await cache.refresh() }
    }
    return try keySet.key(for: token)
  }

  /// The result of a provider's check, which runs at most once in 10 s.
  func check(
    of provider: String, _ run: @escaping @Sendable () async -> ProviderCheck
  ) async -> ProviderCheck {
    let cache = checks.withLockedValue { known in
      if let cache = known[provider] { return cache }
      let times = RefreshingCache<ProviderCheck>.Times(freshnessLifetime: 10, maximumAge: 10)
      let cache = RefreshingCache(times: times, clock: clock) { await run() }
      known[provider] = cache
      return cache
    }
    return (try? await cache.current()) ?? .unreachable
  }

  private func mapError<Value>(
    _ body: () async throws -> Value
  ) async throws(IdentityProviderError) -> Value {
    do { return try await body() } catch {
      throw error as? IdentityProviderError
        ?? IdentityProviderError(.response, "The request to the issuer failed.")
    }
  }
}

extension HTTPFetcher {
  /// The JSON object of a successful response.
  func json(_ request: FetchRequest) async throws(IdentityProviderError) -> StrictJSON {
    let (status, response) = try await response(request)
    guard status == 200, let response else {
      throw IdentityProviderError(
        .response, "\(request.host) responded with \(status) instead of 200 with JSON.")
    }
    return response
  }

  /// The status of a response, and its JSON object if it has one.
  func response(
    _ request: FetchRequest
  ) async throws(IdentityProviderError) -> (status: Int, object: StrictJSON?) {
    let response: FetchedResponse
    do { response = try await fetch(request) } catch {
      throw IdentityProviderError(.response, "\(request.host) did not respond: \(error.message)")
    }
    guard response.body.count <= request.limit else {
      throw IdentityProviderError(
        .response, "\(request.host) sent more than \(request.limit) bytes.")
    }
    return (response.status, StrictJSON(response.body).flatMap { $0.isObject ? $0 : nil })
  }
}

extension FetchRequest {
  /// The host for the log, without the rest of the URL.
  var host: String {
    url.split(separator: "/", maxSplits: 3).dropFirst().first.map(String.init) ?? "The service"
  }
}
