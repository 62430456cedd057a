/// The purpose of a fetch.
public enum FetchPurpose: Sendable, Hashable {
  /// The update of known products, which waits for its slot.
  case update
  /// A request of a waiting user, which is rejected rather than queued for long.
  case lookup
}

/// A request for a product's page.
public struct PageRequest: Sendable, Hashable {
  /// The page's URL, which the source validates.
  public var url: String
  /// The `ETag` of the cached copy.
  public var entityTag: String?
  /// Its `Last-Modified`.
  public var lastModified: String?
  /// The purpose of the fetch.
  public var purpose: FetchPurpose

  /// A request for a page.
  public init(
    _ url: String, entityTag: String? = nil, lastModified: String? = nil,
    purpose: FetchPurpose = .update
  ) {
    self.purpose = purpose
    self.url = url
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}

/// A fetched page with any status.
public struct FetchedPage: Sendable, Hashable {
  /// Its body.
  public var bytes: [UInt8]
  /// The charset of its `Content-Type`.
  public var charset: String?
  /// The HTTP status.
  public var status: Int
  /// The final URL after all redirects; nil if an app sent the page without one.
  public var url: WebURL?
  /// Its `ETag`, for the next request.
  public var entityTag: String?
  /// Its `Last-Modified`, for the next request.
  public var lastModified: String?
}

/// The result of a request.
public enum FetchResponse: Sendable, Hashable {
  /// A page.
  case page(FetchedPage)
  /// The cached copy is still current.
  case notModified
}

/// The reason why a page was not fetched.
public enum FetchError: Error, Hashable, Sendable {
  /// The URL, or one that it redirects to, is rejected.
  case invalidURL(WebURL.ValidationError)
  /// The host is not in the allowlist.
  case hostNotAllowed(String)
  /// The host name resolves to an address that is not public.
  case privateAddress(String)
  /// The host name has no address, or could not be resolved.
  case unknownHost(String)
  /// The site's robots.txt does not allow fetching this page.
  case disallowedByRobots
  /// The host rejected requests; no request is sent for this many seconds.
  case backingOff(seconds: Int)
  /// The host rejected this page; it is not requested again for this many seconds.
  case pageBackingOff(seconds: Int)
  /// Other requests to this host are queued; the next one can be sent in this many seconds.
  case busy(seconds: Int)
  /// Too many redirects.
  case tooManyRedirects
  /// A redirect without a URL.
  case emptyRedirect
  /// The response is not HTML, for example an image.
  case notHTML(String)
  /// There was no usable response.
  case transport(TransportError)
  /// The task was cancelled.
  case cancelled

  /// A stable name for programs.
  public var code: String {
    switch self {
    case .invalidURL(let error): "invalidURL.\(error.rawValue)"
    case .hostNotAllowed: "hostNotAllowed"
    case .privateAddress: "privateAddress"
    case .unknownHost: "unknownHost"
    case .disallowedByRobots: "disallowedByRobots"
    case .backingOff: "backingOff"
    case .pageBackingOff: "pageBackingOff"
    case .busy: "busy"
    case .tooManyRedirects: "tooManyRedirects"
    case .emptyRedirect: "emptyRedirect"
    case .notHTML: "notHTML"
    case .transport(let error): "transport.\(error.rawValue)"
    case .cancelled: "cancelled"
    }
  }
}

/// A source of pages: the web, a page sent by an app, or a permitted source that an operator adds,
/// such as a store's product API.
public protocol PageSource: Sendable {
  /// Fetches the page at a URL.
  func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse
}

/// A page sent by the app, which already shows it to its user.
public struct SentPage: PageSource {
  private let page: FetchedPage

  /// Creates a source with a sent page; the charset is the one known to the app.
  public init(_ bytes: [UInt8], charset: String? = nil, url: WebURL? = nil) {
    page = FetchedPage(bytes: bytes, charset: charset, status: 200, url: url)
  }

  /// The sent page, for any request.
  public func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse { .page(page) }
}
