internal import PageFetcher
internal import PageReader
internal import PriceDomain

/// Reads an address: determines the product, fetches the page and extracts its data.
struct PageScraper {
  let reader: PageReader
  let source: WebPageSource
  let allowsLoopback: Bool

  /// Returns the report about an address, whose page is the given one or fetched from the web.
  func report(_ address: String?, from sent: SentPage? = nil) async -> Report {
    var requested: ProductAddress?
    var target = address
    var host: String?
    if let address {
      do throws(WebAddress.ValidationError) {
        let parsed = try WebAddress(address, allowsLoopback: allowsLoopback)
        host = parsed.host
        requested = reader.rules.product(host: parsed.host, path: parsed.path, query: parsed.query)
        // For a known product, only its canonical address is sent to the store.
        target = requested?.canonical ?? "\(parsed)"
      } catch {
        return Report(address, requested, notFetched: .address(error))
      }
    }
    do throws(FetchError) {
      let request = PageRequest(target ?? "")
      let response =
        if let sent { try await sent.page(request) } else { try await source.page(request) }
      guard case .page(let page) = response else {
        return Report(address, requested, notFetched: .transport(.failed))
      }
      // The product of a short link is known only after its redirect.
      if requested == nil, let final = page.address {
        host = final.host
        requested = reader.rules.product(host: final.host, path: final.path, query: final.query)
      }
      let input = PageInput(
        page.bytes, charset: page.charset, status: page.status, host: host, requested: requested)
      return Report(address, requested, reader.read(input))
    } catch {
      return Report(address, requested, notFetched: error)
    }
  }
}
