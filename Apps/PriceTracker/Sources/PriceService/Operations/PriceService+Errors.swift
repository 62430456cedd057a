internal import Accounts
internal import PageFetcher
internal import PageReader

extension ProductReference {
  /// The product with a URL; nil for a short link, whose product is known after its redirects.
  init?(orShortLink text: String, _ settings: PriceService.Settings) throws(PriceError) {
    do {
      try self.init(text, settings)
    } catch {
      guard let url = try? WebURL(text, allowsLoopback: settings.allowsLoopback),
        settings.hosts.contains(url.host), url.path.count > 1,
        !settings.rules.isSite(host: url.host)
      else { throw error }
      return nil
    }
  }
}

extension PriceService {
  static func code(_ error: FetchError) -> PriceError.Code {
    switch error {
    case .invalidURL, .hostNotAllowed, .privateAddress: .urlNotAllowed
    case .backingOff, .pageBackingOff, .busy: .tooMany
    default: .pageNotRead
    }
  }

  static func retryAfter(_ error: FetchError) -> Int? {
    switch error {
    case .backingOff(let seconds), .pageBackingOff(let seconds), .busy(let seconds): seconds
    default: nil
    }
  }

  static func message(_ error: FetchError) -> String {
    switch error {
    case .invalidURL: "The shop redirects this address to one that cannot be read."
    case .hostNotAllowed:
      "The shop redirects this address to a site that is not supported."
    case .privateAddress:
      "The shop's server has an address that is not public, so its pages are not read."
    case .unknownHost: "The shop's server was not found. Try again later."
    case .disallowedByRobots: "The shop does not want programs to read this page."
    case .backingOff(let seconds):
      "The shop limits requests. Try again in \(AccountError.duration(seconds))."
    case .pageBackingOff(let seconds):
      "The shop rejected this page. Try again in \(AccountError.duration(seconds))."
    case .busy(let seconds):
      "Many users look up products of this shop now. Try again in "
        + "\(AccountError.duration(seconds))."
    case .notHTML: "This address does not lead to a web page, but to a file of another type."
    case .tooManyRedirects, .emptyRedirect:
      "The shop's redirects lead to no page. Try another address."
    case .transport(.noConnection), .transport(.timedOut):
      "The shop did not answer. Try again later."
    case .transport(.tooLong): "The page is too long to be read."
    case .transport(.untrusted): "There is no secure connection to the shop. Try again later."
    case .transport(.unexpectedAddress), .transport(.failed), .cancelled:
      "The page could not be fetched. Try again later."
    }
  }

  static func germanMessage(_ error: FetchError) -> String {
    switch error {
    case .invalidURL:
      "Der Shop leitet diese Adresse an eine weiter, die nicht gelesen werden kann."
    case .hostNotAllowed:
      "Der Shop leitet diese Adresse an eine Website weiter, die nicht unterstützt wird."
    case .privateAddress:
      "Der Server des Shops hat eine Adresse, die nicht öffentlich ist. Seine Seiten werden nicht "
        + "gelesen."
    case .unknownHost:
      "Der Server des Shops wurde nicht gefunden. Versuche es später noch einmal."
    case .disallowedByRobots: "Der Shop möchte nicht, dass Programme diese Seite lesen."
    case .backingOff(let seconds):
      "Der Shop begrenzt die Anfragen. Versuche es in \(AccountError.germanDuration(seconds)) noch "
        + "einmal."
    case .pageBackingOff(let seconds):
      "Der Shop hat diese Seite abgelehnt. Versuche es in "
        + "\(AccountError.germanDuration(seconds)) noch einmal."
    case .busy(let seconds):
      "Viele rufen gerade Produkte dieses Shops ab. Versuche es in "
        + "\(AccountError.germanDuration(seconds)) noch einmal."
    case .notHTML:
      "Diese Adresse führt nicht zu einer Webseite, sondern zu einer anderen Art von Datei."
    case .tooManyRedirects, .emptyRedirect:
      "Die Weiterleitungen des Shops führen zu keiner Seite. Versuche es mit einer anderen Adresse."
    case .transport(.noConnection), .transport(.timedOut):
      "Der Shop hat nicht geantwortet. Versuche es später noch einmal."
    case .transport(.tooLong): "Die Seite ist zu lang."
    case .transport(.untrusted):
      "Es gibt keine sichere Verbindung zum Shop. Versuche es später noch einmal."
    case .transport(.unexpectedAddress), .transport(.failed), .cancelled:
      "Die Seite konnte nicht abgerufen werden. Versuche es später noch einmal."
    }
  }
}
