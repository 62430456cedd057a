internal import PageFetcher
internal import PageReader
internal import PriceDomain

/// Reads a URL: determines the product, fetches the page and extracts its data.
struct PageScraper {
  let reader: PageReader
  let source: WebPageSource
  let allowsLoopback: Bool

  /// Returns the report about a URL, whose page is the given one or fetched from the web.
  func report(_ url: String?, from sentPage: SentPage? = nil) async -> Report {
    var requestedProduct: ProductURL?
    var target = url
    var host: String?
    if let url {
      do throws(WebURL.ValidationError) {
        let parsed = try WebURL(url, allowsLoopback: allowsLoopback)
        host = parsed.host
        requestedProduct = reader.rules.product(
          host: parsed.host, path: parsed.path, query: parsed.query)
        // For a known product, only its canonical URL is sent to the store.
        target = requestedProduct?.canonical ?? "\(parsed)"
      } catch {
        return Report(url, requestedProduct, notFetched: .invalidURL(error))
      }
    }
    do throws(FetchError) {
      let request = PageRequest(target ?? "")
      let response =
        if let sentPage { try await sentPage.page(request) } else { try await source.page(request) }
      guard case .page(let page) = response else {
        return Report(url, requestedProduct, notFetched: .transport(.failed))
      }
      // The product of a short link is known only after its redirect.
      if requestedProduct == nil, let final = page.url {
        host = final.host
        requestedProduct = reader.rules.product(
          host: final.host, path: final.path, query: final.query)
      }
      let input = PageInput(
        page.bytes, charset: page.charset, status: page.status, host: host,
        requestedProduct: requestedProduct)
      return Report(url, requestedProduct, reader.read(input))
    } catch {
      return Report(url, requestedProduct, notFetched: error)
    }
  }
}
