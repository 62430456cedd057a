internal import Accounts
internal import PageFetcher
internal import PageReader

extension ProductReference {
  /// The product with an address; nil for a short link, whose product is known after its redirects.
  init?(orShortLink text: String, _ settings: PriceService.Settings) throws(PriceError) {
    do {
      try self.init(text, settings)
    } catch {
      guard let address = try? WebAddress(text, allowsLoopback: settings.allowsLoopback),
        settings.hosts.contains(address.host), address.path.count > 1,
        !settings.rules.isSite(host: address.host)
      else { throw error }
      return nil
    }
  }
}

extension PriceService {
  static func code(_ error: FetchError) -> PriceError.Code {
    switch error {
    case .address, .hostNotAllowed, .privateAddress: .addressNotAllowed
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
    case .address: "The shop redirects this address to one that cannot be read."
    case .hostNotAllowed:
      "The shop redirects this address to a site that is not supported."
    case .privateAddress:
      "The shop's server has an address that is not public, so its pages are not read."
    case .unknownHost: "The shop's server was not found. Try again later."
    case .robots: "The shop does not want programs to read this page."
    case .backingOff(let seconds):
      "The shop limits requests. Try again in \(AccountError.time(seconds))."
    case .pageBackingOff(let seconds):
      "The shop rejected this page. Try again in \(AccountError.time(seconds))."
    case .busy(let seconds):
      "Many users look up products of this shop now. Try again in \(AccountError.time(seconds))."
    case .notHTML: "This address does not lead to a web page, but to a file of another type."
    case .tooManyRedirects, .emptyRedirect:
      "The shop's redirects lead to no page. Try another address."
    case .transport(.noConnection), .transport(.tooSlow):
      "The shop did not answer. Try again later."
    case .transport(.tooLong): "The page is too long to be read."
    case .transport(.untrusted): "There is no secure connection to the shop. Try again later."
    case .transport(.otherAddress), .transport(.failed), .cancelled:
      "The page could not be fetched. Try again later."
    }
  }
}
