/// Settings for fetching pages from the web.
public struct WebPageSettings: Sendable {
  /// The allowed hosts, by their full names.
  public var hosts: Set<String>
  /// Whether `http://127.0.0.1` is also allowed, for development and tests; `hosts` must have it.
  public var allowsLoopback = false
  /// The name of this crawler in robots.txt.
  public var agent = "FlowMagicPriceTracker"
  /// `Accept-Language`.
  public var acceptLanguage = "en"
  /// The seconds between two requests to one host.
  public var pauseSeconds: Double = 2
  /// The maximum number of bytes of a page.
  public var maximumBytes = 8 << 20
  /// The timeout of a request.
  public var timeoutMilliseconds = 20_000
  /// The maximum number of redirects.
  public var maximumRedirects = 5
  /// The maximum seconds that a lookup waits for its slot.
  public var maximumWaitSeconds: Double = 10

  /// Creates settings for these hosts.
  public init(hosts: Set<String>) { self.hosts = hosts }
}

/// Fetches pages from the web: only from allowed hosts, over https, never from a private network,
/// respecting robots.txt and with a pause between requests.
public actor WebPageSource: PageSource {
  private let settings: WebPageSettings
  private let resolver: any Resolver
  private let transport: any Transport
  private let clock: any FetchClock
  private var throttles: [String: HostThrottle] = [:]
  private var robots: [String: (rules: RobotsRules, until: Double)] = [:]

  /// robots.txt is cached for a day; if it could not be fetched, it is requested again sooner.
  static let robotsCacheSeconds: Double = 86_400
  static let failedRobotsCacheSeconds: Double = 600

  /// Creates a source; tests replace its parts.
  public init(
    _ settings: WebPageSettings, resolver: any Resolver = SystemResolver(),
    transport: any Transport = CurlTransport(), clock: any FetchClock = SystemFetchClock()
  ) {
    self.settings = settings
    self.resolver = resolver
    self.transport = transport
    self.clock = clock
  }

  /// Fetches the page at a URL, following redirects.
  public func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
    var headerFields = [
      "Accept: text/html,application/xhtml+xml;q=0.9",
      "Accept-Language: \(settings.acceptLanguage)",
    ]
    // A value with a line break could inject header fields.
    func isFieldValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
    if let tag = request.entityTag, isFieldValue(tag) {
      headerFields.append("If-None-Match: \(tag)")
    }
    if let date = request.lastModified, isFieldValue(date) {
      headerFields.append("If-Modified-Since: \(date)")
    }
    let first = try parse(request.url)
    let (response, url) = try await follow(
      first, headerFields: headerFields, RequestContext(purpose: request.purpose, isRobots: false))
    if response.status == 304 { return .notModified }
    let type = response.contentType?.lowercased() ?? "text/html"
    guard type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml") else {
      throw .notHTML(String(type.prefix(100)))
    }
    return .page(
      FetchedPage(
        bytes: response.body, charset: Self.charset(of: type), status: response.status,
        url: url, entityTag: response.entityTag, lastModified: response.lastModified))
  }

  private func parse(_ text: String) throws(FetchError) -> WebURL {
    do throws(WebURL.ValidationError) {
      return try WebURL(text, allowsLoopback: settings.allowsLoopback)
    } catch { throw .invalidURL(error) }
  }

  /// The purpose of a request.
  private struct RequestContext {
    let purpose: FetchPurpose
    let isRobots: Bool
    /// Whether it is a page's first request: redirects and robots.txt belong to the same lookup.
    var isFirst = true
  }

  /// Follows redirects; each URL is checked like the first.
  private func follow(
    _ first: WebURL, headerFields: [String], _ context: RequestContext
  ) async throws(FetchError) -> (TransportResponse, WebURL) {
    var (url, context) = (first, context)
    for _ in 0...settings.maximumRedirects {
      let response = try await fetch(url, headerFields: headerFields, context)
      context.isFirst = false
      guard [301, 302, 303, 307, 308].contains(response.status) else { return (response, url) }
      guard let location = response.location, !location.isEmpty else { throw .emptyRedirect }
      do throws(WebURL.ValidationError) {
        url = try url.redirected(
          to: location, allowsLoopback: settings.allowsLoopback)
      } catch { throw .invalidURL(error) }
    }
    throw .tooManyRedirects
  }

  private func fetch(
    _ url: WebURL, headerFields: [String], _ context: RequestContext
  ) async throws(FetchError) -> TransportResponse {
    guard settings.hosts.contains(url.host) else { throw .hostNotAllowed(url.host) }
    let ipAddresses = try await ipAddresses(of: url)
    let origin = "\(url.host):\(url.port)"
    var pause = settings.pauseSeconds
    if !context.isRobots {
      let rules = try await rules(for: url, origin, context.purpose)
      guard rules.allows(url.target) else { throw .disallowedByRobots }
      pause = max(pause, Double(rules.delaySeconds ?? 0))
    }
    try await wait(for: origin, url.target, pause: pause, context)
    let response = try await send(url, ipAddresses, headerFields)
    let (now, page) = (clock.now(), url.target)
    if [403, 429, 503].contains(response.status) {
      let seconds = response.retryAfter.flatMap { Double($0) }.flatMap { $0 >= 0 ? $0 : nil }
      throttles[origin, default: HostThrottle()]
        .recordRejection(of: page, context.purpose, at: now, retryAfter: seconds)
    } else {
      throttles[origin, default: HostThrottle()].recordSuccess(of: page, context.purpose, at: now)
    }
    return response
  }

  /// Returns the addresses of a host; throws unless all of them are public.
  private func ipAddresses(of url: WebURL) async throws(FetchError) -> [IPAddress] {
    if settings.allowsLoopback, let ipAddress = IPAddress(url.host), ipAddress.isLoopback {
      return [ipAddress]
    }
    let ipAddresses = await resolver.addresses(of: url.host)
    guard !ipAddresses.isEmpty else { throw .unknownHost(url.host) }
    guard ipAddresses.allSatisfy(\.isPublic) else { throw .privateAddress(url.host) }
    return ipAddresses
  }

  private func send(
    _ url: WebURL, _ ipAddresses: [IPAddress], _ headerFields: [String]
  ) async throws(FetchError) -> TransportResponse {
    var lastError = TransportError.noConnection
    for ipAddress in ipAddresses.prefix(3) {
      let request = TransportRequest(
        url: url, ipAddress: ipAddress,
        headerFields: headerFields + ["User-Agent: \(settings.agent)/1.0"],
        maximumBytes: settings.maximumBytes,
        timeoutMilliseconds: settings.timeoutMilliseconds)
      do throws(TransportError) {
        return try await transport.send(request)
      } catch {
        lastError = error
        guard error == .noConnection else { break }
      }
    }
    throw .transport(lastError)
  }

  private func wait(
    for origin: String, _ page: String, pause: Double, _ context: RequestContext
  ) async throws(FetchError) {
    try requireNotPaused(origin, page, context.purpose)
    let isLookup = context.purpose == .lookup
    if isLookup, context.isFirst, !context.isRobots {
      let now = clock.now()
      let (slot, wait) = throttles[origin, default: HostThrottle()]
        .reserveLookup(at: now, pause: pause, maximumWait: settings.maximumWaitSeconds)
      guard let slot else { throw .busy(seconds: Self.wholeSeconds(wait)) }
      try await sleep(slot - now)
    }
    let now = clock.now()
    let delay = (throttles[origin] ?? HostThrottle()).nextSlot(at: now) - now
    guard !isLookup || delay <= settings.maximumWaitSeconds else {
      throw .busy(seconds: Self.wholeSeconds(delay))
    }
    try await sleep(
      throttles[origin, default: HostThrottle()].reserve(at: now, pause: pause) - now)
    // Other requests may have been rejected meanwhile.
    try requireNotPaused(origin, page, context.purpose)
  }

  private func requireNotPaused(
    _ origin: String, _ page: String, _ purpose: FetchPurpose
  ) throws(FetchError) {
    let now = clock.now()
    guard let throttle = throttles[origin] else { return }
    if let until = throttle.blockEnd(for: purpose, at: now) {
      throw .backingOff(seconds: Self.wholeSeconds(until - now))
    }
    if let until = throttle.pauseEnd(of: page, at: now) {
      throw .pageBackingOff(seconds: Self.wholeSeconds(until - now))
    }
  }

  private func sleep(_ seconds: Double) async throws(FetchError) {
    guard seconds > 0 else { return }
    do { try await clock.wait(seconds: seconds) } catch { throw .cancelled }
  }

  private static func wholeSeconds(_ seconds: Double) -> Int { Int(seconds.rounded(.up)) }

  private func rules(
    for url: WebURL, _ origin: String, _ purpose: FetchPurpose
  ) async throws(FetchError) -> RobotsRules {
    let now = clock.now()
    if let cached = robots[origin], cached.until > now { return cached.rules }
    let file = try parse(
      "\(url.isSecure ? "https" : "http")://\(url.host):\(url.port)/robots.txt")
    var rules = RobotsRules.disallowAll
    var seconds = Self.failedRobotsCacheSeconds
    do throws(FetchError) {
      let (response, _) = try await follow(
        file, headerFields: ["Accept: text/plain"], RequestContext(purpose: purpose, isRobots: true)
      )
      switch response.status {
      case 200..<300:
        rules = RobotsRules(response.body, agent: settings.agent)
        seconds = Self.robotsCacheSeconds
      case 400..<500 where response.status != 429:
        (rules, seconds) = (.allowAll, Self.robotsCacheSeconds)
      default: break
      }
    } catch .cancelled {
      throw .cancelled
    } catch .backingOff(let pause) {
      throw .backingOff(seconds: pause)
    } catch .pageBackingOff(let pause) {
      // Without robots.txt nothing is allowed.
      throw .backingOff(seconds: pause)
    } catch .busy(let wait) {
      throw .busy(seconds: wait)
    } catch .transport(let error) {
      // Without a response nothing is allowed; fetching the page would fail, too.
      throw .transport(error)
    } catch {
      // RFC 9309 allows treating a robots.txt that redirects elsewhere as missing.
      rules = .allowAll
    }
    robots[origin] = (rules, now + seconds)
    return rules
  }

  private static func charset(of type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { part in
        String(part.filter { !" \"'\t".contains($0) })
      }
      if pair.count == 2, pair[0].lowercased() == "charset", !pair[1].isEmpty { return pair[1] }
    }
    return nil
  }
}
