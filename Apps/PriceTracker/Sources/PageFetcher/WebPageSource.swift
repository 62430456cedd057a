/// Settings for fetching pages from the web.
public struct WebPageSettings: Sendable {
  /// The allowed hosts, by their full names.
  public var hosts: Set<String>
  /// Whether `http://127.0.0.1` is also allowed, for development and tests; `hosts` must have it.
  public var allowsLoopback = false
  /// The name of this crawler in robots.txt.
  public var agent = "FlowMagicPriceTracker"
  /// `Accept-Language`.
  public var languages = "en"
  /// The seconds between two requests to one host.
  public var pauseSeconds: Double = 2
  /// The maximum number of bytes of a page.
  public var maximumBytes = 8 << 20
  /// The timeout of a request.
  public var milliseconds = 20_000
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
  static let robotsSeconds: Double = 86_400
  static let missingRobotsSeconds: Double = 600

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

  /// Fetches the page at an address, following redirects.
  public func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
    var header = [
      "Accept: text/html,application/xhtml+xml;q=0.9", "Accept-Language: \(settings.languages)",
    ]
    // A value with a line break could inject header fields.
    func isField(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
    if let tag = request.entityTag, isField(tag) { header.append("If-None-Match: \(tag)") }
    if let date = request.lastModified, isField(date) {
      header.append("If-Modified-Since: \(date)")
    }
    let first = try parse(request.address)
    let (answer, address) = try await follow(
      first, header: header, RequestContext(purpose: request.purpose, isRobots: false))
    if answer.status == 304 { return .notModified }
    let type = answer.contentType?.lowercased() ?? "text/html"
    guard type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml") else {
      throw .notHTML(String(type.prefix(100)))
    }
    return .page(
      FetchedPage(
        bytes: answer.body, charset: Self.charset(of: type), status: answer.status,
        address: address, entityTag: answer.entityTag, lastModified: answer.lastModified))
  }

  private func parse(_ text: String) throws(FetchError) -> WebAddress {
    do throws(WebAddress.ValidationError) {
      return try WebAddress(text, allowsLoopback: settings.allowsLoopback)
    } catch { throw .address(error) }
  }

  /// What a request is for.
  private struct RequestContext {
    let purpose: FetchPurpose
    let isRobots: Bool
    /// Whether it is a page's first request: redirects and robots.txt belong to the same lookup.
    var isFirst = true
  }

  /// Follows redirects; each address is checked like the first.
  private func follow(
    _ first: WebAddress, header: [String], _ context: RequestContext
  ) async throws(FetchError) -> (TransportResponse, WebAddress) {
    var (address, context) = (first, context)
    for _ in 0...settings.maximumRedirects {
      let answer = try await fetch(address, header: header, context)
      context.isFirst = false
      guard [301, 302, 303, 307, 308].contains(answer.status) else { return (answer, address) }
      guard let location = answer.location, !location.isEmpty else { throw .emptyRedirect }
      do throws(WebAddress.ValidationError) {
        address = try address.redirected(
          to: location, allowsLoopback: settings.allowsLoopback)
      } catch { throw .address(error) }
    }
    throw .tooManyRedirects
  }

  private func fetch(
    _ address: WebAddress, header: [String], _ context: RequestContext
  ) async throws(FetchError) -> TransportResponse {
    guard settings.hosts.contains(address.host) else { throw .hostNotAllowed(address.host) }
    let ipAddresses = try await ipAddresses(of: address)
    let origin = "\(address.host):\(address.port)"
    var pause = settings.pauseSeconds
    if !context.isRobots {
      let rules = try await rules(for: address, origin, context.purpose)
      guard rules.allows(address.target) else { throw .robots }
      pause = max(pause, Double(rules.delaySeconds ?? 0))
    }
    try await wait(for: origin, address.target, pause: pause, context)
    let answer = try await send(address, ipAddresses, header)
    let (now, page) = (clock.now(), address.target)
    if [403, 429, 503].contains(answer.status) {
      let seconds = answer.retryAfter.flatMap { Double($0) }.flatMap { $0 >= 0 ? $0 : nil }
      throttles[origin, default: HostThrottle()]
        .recordRejection(of: page, context.purpose, at: now, retryAfter: seconds)
    } else {
      throttles[origin, default: HostThrottle()].recordSuccess(of: page, context.purpose, at: now)
    }
    return answer
  }

  /// Returns the addresses of a host; throws unless all of them are public.
  private func ipAddresses(of address: WebAddress) async throws(FetchError) -> [IPAddress] {
    if settings.allowsLoopback, let ipAddress = IPAddress(address.host), ipAddress.isLoopback {
      return [ipAddress]
    }
    let ipAddresses = await resolver.addresses(of: address.host)
    guard !ipAddresses.isEmpty else { throw .unknownHost(address.host) }
    guard ipAddresses.allSatisfy(\.isPublic) else { throw .privateAddress(address.host) }
    return ipAddresses
  }

  private func send(
    _ address: WebAddress, _ ipAddresses: [IPAddress], _ header: [String]
  ) async throws(FetchError) -> TransportResponse {
    var lastError = TransportError.noConnection
    for ipAddress in ipAddresses.prefix(3) {
      let request = TransportRequest(
        address: address, ipAddress: ipAddress,
        header: header + ["User-Agent: \(settings.agent)/1.0"], maximumBytes: settings.maximumBytes,
        milliseconds: settings.milliseconds)
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
    if let until = throttle.blockedUntil(now, for: purpose) {
      throw .backingOff(seconds: Self.wholeSeconds(until - now))
    }
    if let until = throttle.pausedUntil(now, page) {
      throw .pageBackingOff(seconds: Self.wholeSeconds(until - now))
    }
  }

  private func sleep(_ seconds: Double) async throws(FetchError) {
    guard seconds > 0 else { return }
    do { try await clock.wait(seconds: seconds) } catch { throw .cancelled }
  }

  private static func wholeSeconds(_ seconds: Double) -> Int { Int(seconds.rounded(.up)) }

  private func rules(
    for address: WebAddress, _ origin: String, _ purpose: FetchPurpose
  ) async throws(FetchError) -> RobotsRules {
    let now = clock.now()
    if let cached = robots[origin], cached.until > now { return cached.rules }
    let file = try parse(
      "\(address.isSecure ? "https" : "http")://\(address.host):\(address.port)/robots.txt")
    var rules = RobotsRules.disallowAll
    var seconds = Self.missingRobotsSeconds
    do throws(FetchError) {
      let (answer, _) = try await follow(
        file, header: ["Accept: text/plain"], RequestContext(purpose: purpose, isRobots: true))
      switch answer.status {
      case 200..<300: rules = RobotsRules(answer.body, agent: settings.agent)
      case 400..<500 where answer.status != 429: rules = .allowAll
      default: break
      }
      if rules != .disallowAll { seconds = Self.robotsSeconds }
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
