internal import Accounts
internal import Foundation
internal import Logging
internal import PageFetcher
internal import PageReader
internal import PriceDomain
internal import PriceService
internal import PriceStore

/// `priceload PRODUCTS`: measures lists and a full update of the given number of products, with ten
/// times as many rules and prices; prints the results as JSON.
///
/// Pages are read in processes of their own, as by `prices update`; with `in-process` after the
/// number, in this one.
@main struct PriceLoad {
  /// An in-process shop: a fifth of all prices fall by 10 percent and the others rise by 2 percent,
  /// so that every rule is evaluated.
  struct Shop: PageSource {
    func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
      let number = request.url.split(separator: "/").last.flatMap { Int($0) } ?? 0
      let oldPrice = StoreFiller.price(number)
      let newPrice = number.isMultiple(of: 5) ? oldPrice * 9 / 10 : oldPrice + oldPrice / 50 + 1
      let page = """
        <!doctype html><html lang="en"><head><title>Shop</title>
        <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
        "name": "Product \(number)", "offers": {"@type": "Offer",
        "price": "\(Price(newPrice, .euro).decimalText)", "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock"}}</script></head>
        <body><h1>Product \(number)</h1><p>Text.</p></body></html>
        """
      return try await SentPage(Array(page.utf8), charset: "utf-8").page(request)
    }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["read-pages"] { exit(PageReaderWorker.run()) }
    let isInProcess = arguments.count == 2 && arguments.last == "in-process"
    guard arguments.count == 1 || isInProcess,
      let productCount = arguments.first.flatMap({ Int($0) }),
      productCount >= 100
    else {
      let usage = "usage: priceload PRODUCTS [in-process] (100 or more)\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    let path = FileManager.default.temporaryDirectory.path + "/priceload-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var settings = PriceService.Settings(rules: try .builtIn())
    settings.extraHosts = Set((0..<StoreFiller.hostCount).map { "shop\($0).example" })
    let service = try PriceService(
      folder: ServiceFolder(path: path), settings: settings, source: Shop(),
      reader: isInProcess ? nil : try PageReaderPool(rules: settings.rules),
      logger: Logger(label: "priceload"), clock: { StoreFiller.start })
    let clock = ContinuousClock()
    let fillDuration = try await clock.measure {
      try await StoreFiller(store: service.store, productCount: productCount).run()
    }
    let lists = try await pageTimes(service.store)
    var report = PriceUpdate.Report()
    let updateDuration = try await clock.measure { report = try await PriceUpdate(service).run() }
    let result: [String: Double] = [
      "products": Double(report.read), "notices": Double(report.notices),
      "fillSeconds": fillDuration / .seconds(1), "updateSeconds": updateDuration / .seconds(1),
      "productsPerSecond": Double(report.read) / (updateDuration / .seconds(1)),
      "noticesPerSecond": Double(report.notices) / (updateDuration / .seconds(1)),
      "peakMegabytes": peakMegabytes(),
    ]
    let bytes = try JSONSerialization.data(
      withJSONObject: result.merging(lists) { $1 }, options: [.prettyPrinted, .sortedKeys])
    FileHandle.standardOutput.write(bytes + Data("\n".utf8))
  }

  /// Returns the median, 95th percentile and maximum milliseconds of pages of all five lists, for
  /// several queries.
  private static func pageTimes(_ store: PriceStore) async throws -> [String: Double] {
    var result: [String: Double] = [:]
    let clock = ContinuousClock()
    let queries: [(name: String, categories: [String], search: String)] = [
      ("list", [], ""), ("category", ["Category 3", "Category 7", "Category 11"], ""),
      ("frequentWord", [], "lamp"), ("rareWord", [], "number 777"),
    ]
    for query in queries {
      var times: [Double] = []
      for list in ProductList.allCases {
        var cursor: String?
        for _ in 0..<20 {
          var page = Page<ProductSummary>([], next: nil)
          let time = try await clock.measure {
            page = try await store.page(
              list, after: cursor, categories: query.categories, search: query.search)
          }
          times.append(time / .milliseconds(1))
          cursor = page.next
        }
      }
      times.sort()
      result["\(query.name)MedianMilliseconds"] = times[times.count / 2]
      result["\(query.name)P95Milliseconds"] = times[times.count * 95 / 100]
      result["\(query.name)SlowestMilliseconds"] = times.last ?? 0
    }
    return result
  }

  private static func peakMegabytes() -> Double {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0
    return kilobytes / 1024
  }
}
