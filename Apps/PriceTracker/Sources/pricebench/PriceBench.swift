internal import FoundationEssentials
internal import PageReader
internal import PriceDomain

/// Reads the pages of a folder repeatedly on one core, and prints the number of pages per second as
/// JSON.
///
/// `scripts/bench prices` compares it with Python's parsers on the same pages.
@main
enum PriceBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let seconds = Double(arguments[2]) else {
      throw Usage()
    }
    let folder = arguments[1]
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".html") }.sorted()
    let pages = try names.map { name in
      (name, Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
    }
    let reader = PageReader(rules: try StoreRules.builtIn())
    var prices: [String: String] = [:]
    var count = 0
    let start = ContinuousClock.now
    var elapsed = 0.0
    repeat {
      for (name, bytes) in pages {
        let pageResult = reader.read(PageInput(bytes, host: "www.amazon.de"))
        if case .price(let price, let page) = pageResult {
          prices[name] = "\(page.title?.value ?? "") \(price.decimalText)"
        }
      }
      count += pages.count
      elapsed = (ContinuousClock.now - start) / .seconds(1)
    } while elapsed < seconds
    let result = Result(pages: count, seconds: elapsed, found: prices)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  }

  struct Result: Encodable {
    let pages: Int
    let seconds: Double
    let found: [String: String]
  }

  struct Usage: Error, CustomStringConvertible {
    var description: String { "usage: pricebench FOLDER SECONDS" }
  }
}
