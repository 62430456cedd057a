import NIOCore

/// Decides from a request's bytes whether it can be answered without the application's routes.
enum FastPath {
  enum Action {
    /// The head is not complete yet.
    case wait
    case refuse(Refusal)
    /// Write the response, increment the counter, and continue after this many bytes.
    case response(ByteBuffer, LoopCounters.Name?, length: Int)
    case stream(StreamStart, length: Int)
    /// Forward the request to the application's routes.
    case forward(RequestHead)
  }

  /// The parameters of a new stream.
  struct StreamStart {
    let key: ActiveKey
    /// Whether the client already has the current release.
    let isCurrent: Bool
    /// The client's network, as reported by our own proxies; nil if they report none.
    let client: ClientNetwork?
    /// The index of the request's origin in the allowed origins; nil for none.
    let origin: Int?
  }

  static func action(for bytes: UnsafeRawBufferPointer, on loop: DeliveryLoop) -> Action {
    switch RequestHeadParser.parse(bytes) {
    case .incomplete:
      return bytes.count >= loop.limits.headBytes ? .refuse(.headTooLarge) : .wait
    case .refused(let refusal):
      return .refuse(Refusal(refusal))
    case .head(let head):
      guard head.length <= loop.limits.headBytes else { return .refuse(.headTooLarge) }
      return action(for: head, bytes, loop) ?? .forward(head)
    }
  }

  /// Returns the action for a health check, or for a release or stream requested with an active
  /// key; nil for every other request, to which the application's routes respond.
  private static func action(
    for head: RequestHead, _ bytes: UnsafeRawBufferPointer, _ loop: DeliveryLoop
  ) -> Action? {
    guard head.isFastPathEligible, head.method != .other else { return nil }
    let target = part(bytes, head.target)
    // NB: the head of a connection's last response must contain `Connection: close`, which the
    // prebuilt responses lack; those of streams have it.
    let closesConnection = head.closesConnection || loop.isDraining
    if !closesConnection,
      ASCIIText.equal(target, "/healthz", foldingCase: false)
        || ASCIIText.equal(target, "/livez", foldingCase: false)
    {
      return .response(loop.health(withBody: head.method == .get), nil, length: head.length)
    }
    loop.refresh()
    let pathEnd = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
    let query = part(target, pathEnd..<target.count)
    guard let presented = presentedKey(head, bytes, query: query),
      let key = loop.cache.key(presented: presented)
    else { return nil }
    let path = part(target, 0..<pathEnd)
    let origin = origin(of: head, bytes, loop)
    // NB: a key in the URL is accepted for streams only.
    if !closesConnection, query.isEmpty, path.elementsEqual(key.environment.releasePath) {
      return releaseAction(head, bytes, key.environment, origin, loop)
    }
    guard path.elementsEqual(key.environment.streamPath), head.method == .get else { return nil }
    let lastEventID = head.lastEventID.map { part(bytes, $0) }
    let isCurrent =
      lastEventID.flatMap { id in
        loop.cache.releases[key.environment.index].map { $0.isKnown(by: id) }
      } ?? false
    let start = StreamStart(
      key: key, isCurrent: isCurrent, client: forwardedClient(head, bytes, loop), origin: origin)
    return .stream(start, length: head.length)
  }

  // MARK: Origins

  /// Returns the index of a request's origin in the allowed origins; nil for none.
  static func origin(
    of head: RequestHead, _ bytes: UnsafeRawBufferPointer, _ loop: DeliveryLoop
  ) -> Int? {
    head.origin.flatMap { loop.settings.origins.index(of: part(bytes, $0)) }
  }

  /// Returns the same for a head that may be incomplete or refused, so that the page can read the
  /// problem.
  static func origin(in bytes: UnsafeRawBufferPointer, on loop: DeliveryLoop) -> Int? {
    guard loop.settings.origins.variesByOrigin else { return nil }
    let head = part(bytes, 0..<min(bytes.count, loop.limits.headBytes))
    for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let line = part(bytes, line.startIndex..<line.endIndex)
      guard line.count > 7, ASCIIText.equal(part(line, 0..<7), "origin:", foldingCase: true) else {
        continue
      }
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
      guard let start = line.dropFirst(7).firstIndex(where: { !isBlank($0) }),
        let last = line.lastIndex(where: { !isBlank($0) }), start <= last
      else { return nil }
      return loop.settings.origins.index(of: part(line, start..<last + 1))
    }
    return nil
  }

  // MARK: Clients

  /// Returns the client reported by our own proxies; nil without proxies, or if they report none.
  private static func forwardedClient(
    _ head: RequestHead, _ bytes: UnsafeRawBufferPointer, _ loop: DeliveryLoop
  ) -> ClientNetwork? {
    guard loop.settings.trustedProxies > 0, let range = head.forwardedFor else { return nil }
    let chain = String(decoding: part(bytes, range), as: UTF8.self)
    return ClientAddress.forwarded([chain], trustedProxies: loop.settings.trustedProxies)
      .flatMap { ClientNetwork($0) }
  }

  private static func releaseAction(
    _ head: RequestHead, _ bytes: UnsafeRawBufferPointer, _ environment: CachedEnvironment,
    _ origin: Int?, _ loop: DeliveryLoop
  ) -> Action? {
    guard let responses = loop.responses(of: environment)?.responses(forOrigin: origin) else {
      return nil
    }
    if let tags = head.ifNoneMatch {
      var etag = responses.release.etag
      let matches = etag.withUTF8 {
        EntityTags.matches(part(bytes, tags), tag: UnsafeRawBufferPointer($0))
      }
      if matches { return .response(responses.notModified, .notModified, length: head.length) }
    }
    return head.method == .get
      ? .response(responses.full, .releasesServed, length: head.length)
      : .response(responses.head, nil, length: head.length)
  }

  /// The key in `Authorization: Bearer …` or in `?key=…`; nil if there is none, and for a request
  /// with both `Authorization` and a query, which is forwarded.
  private static func presentedKey(
    _ head: RequestHead, _ bytes: UnsafeRawBufferPointer, query: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    if let authorization = head.authorization {
      let value = part(bytes, authorization)
      guard query.isEmpty, value.count > 7,
        ASCIIText.equal(part(value, 0..<7), "bearer ", foldingCase: true)
      else { return nil }
      return part(value, 7..<value.count)
    }
    guard query.count > 5, ASCIIText.equal(part(query, 0..<5), "?key=", foldingCase: false) else {
      return nil
    }
    let key = part(query, 5..<query.count)
    return key.allSatisfy(isKeyCharacter) ? key : nil
  }

  private static func isKeyCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func part(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }
}
