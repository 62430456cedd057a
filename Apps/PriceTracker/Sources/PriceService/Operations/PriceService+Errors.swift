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
    case .address, .hostNotAllowed, .privateAddress, .unknownHost: .addressNotAllowed
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
    case .address, .hostNotAllowed, .privateAddress, .unknownHost:
      "This address is not on a supported shop's site."
    case .robots: "The shop does not want programs to read this page."
    case .backingOff(let seconds):
      "The shop limits requests. Try again in \((seconds + 59) / 60) minutes."
    case .pageBackingOff(let seconds):
      "The shop rejected this page. Try again in \((seconds + 59) / 60) minutes."
    case .busy(let seconds):
      "Many users look up products of this shop now. Try again in \(seconds) seconds."
    case .notHTML: "This address is a file, not a product's page."
    case .tooManyRedirects, .emptyRedirect:
      "The shop's redirects lead to no page. Try another address."
    case .transport, .cancelled: "The shop did not answer. Try again later."
    }
  }
}
