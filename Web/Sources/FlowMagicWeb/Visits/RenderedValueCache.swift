import Crypto
import FlowBlocks
import FlowCore
import FlowMagic
import NIOConcurrencyHelpers

/// The live data that pages were recently rendered with, in bounded memory.
///
/// The changes of a page can be determined only from the data that it was rendered with. A page
/// carries the digest of that data, and this process keeps the data of the latest pages; if it has
/// been evicted, or another process rendered the page, the whole screen is sent.
struct RenderedValueCache: Sendable {
  /// The digests of the values that a screen was rendered with.
  struct Version: Sendable, Equatable {
    /// The digest of the visitor's attributes and the date.
    let context: String
    /// The digest of the data and the products.
    let data: String

    init(context: String, data: String) {
      self.context = context
      self.data = data
    }

    init(_ values: ScreenValues) {
      context = Self.digest([.object(values.attributes), .string(values.today ?? "")])
      data = values.hasData ? Self.digest([.object(values.data), .object(values.products)]) : ""
    }

    private static func digest(_ parts: [JSON]) -> String {
      Base64URL.encode(Array(SHA256.hash(data: JSON.array(parts).utf8()).prefix(9)))
    }
  }

  /// The data and the products of a page.
  struct Values: Sendable {
    let data: JSONObject
    let products: JSONObject
    let bytes: Int
  }

  private struct Contents {
    var values: [String: Values] = [:]
    /// The keys, the oldest first.
    var order: [String] = []
    var bytes = 0
  }

  private let contents = NIOLockedValueBox(Contents())
  private let limit: Int
  /// The bytes of an entry besides its data.
  private static let overhead = 200

  /// Creates a cache with a maximum size in bytes of JSON.
  init(limit: Int = 4 << 20) { self.limit = limit }

  /// Inserts the data that a page is rendered with, and returns the version for the page to carry.
  func insert(_ values: ScreenValues) -> Version {
    let version = Version(values)
    guard values.hasData else { return version }
    let isKnown = contents.withLockedValue { $0.values[version.data] != nil }
    guard !isKnown else { return version }
    let json = JSON.array([.object(values.data), .object(values.products)])
    let bytes = json.utf8().count + Self.overhead
    contents.withLockedValue { contents in
      // Another request may have inserted the same data meanwhile.
      guard contents.values[version.data] == nil else { return }
      contents.values[version.data] = Values(
        data: values.data, products: values.products, bytes: bytes)
      contents.order.append(version.data)
      contents.bytes += bytes
      while contents.bytes > limit, !contents.order.isEmpty {
        let oldest = contents.values.removeValue(forKey: contents.order.removeFirst())
        contents.bytes -= oldest?.bytes ?? 0
      }
    }
    return version
  }

  /// The data of a version; nil if it has been evicted, or belongs to another process.
  func values(_ version: Version) -> Values? {
    if version.data.isEmpty { return Values(data: JSONObject(), products: JSONObject(), bytes: 0) }
    return contents.withLockedValue { $0.values[version.data] }
  }
}

extension ScreenValues {
  fileprivate var hasData: Bool { !data.isEmpty || !products.isEmpty }
}
