import Crypto
import FlowBlocks
import FlowCore
import FlowMagic
import NIOConcurrencyHelpers

/// The live data that pages were filled with lately, in a fixed amount of memory.
///
/// A change of a page can be detected only from the data that it was filled with. A page carries
/// the digest of that, and this process the data of the latest pages; if it has been forgotten, or
/// another process made the page, the screen is sent as a whole.
struct ShownValues: Sendable {
  /// The digests of the values around a screen.
  struct Version: Sendable, Equatable {
    /// That of the visitor's attributes and of the day.
    let context: String
    /// That of the data and the products.
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
      Base64URL.text(Array(SHA256.hash(data: JSON.array(parts).utf8()).prefix(9)))
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
    /// The oldest first.
    var order: [String] = []
    var bytes = 0
  }

  private let contents = NIOLockedValueBox(Contents())
  private let limit: Int
  /// The bytes of an entry besides its data.
  private static let overhead = 200

  /// Makes a store of at most so many bytes, as they are as JSON.
  init(limit: Int = 4 << 20) { self.limit = limit }

  /// Keeps the data that a page is filled with, and returns the version for the page to carry.
  func keep(_ values: ScreenValues) -> Version {
    let version = Version(values)
    guard values.hasData else { return version }
    let isKnown = contents.withLockedValue { $0.values[version.data] != nil }
    guard !isKnown else { return version }
    let json = JSON.array([.object(values.data), .object(values.products)])
    let bytes = json.utf8().count + Self.overhead
    contents.withLockedValue { contents in
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

  /// The data of a version; nil where it was forgotten, or is that of another process.
  func values(_ version: Version) -> Values? {
    if version.data.isEmpty { return Values(data: JSONObject(), products: JSONObject(), bytes: 0) }
    return contents.withLockedValue { $0.values[version.data] }
  }
}

extension ScreenValues {
  fileprivate var hasData: Bool { !data.isEmpty || !products.isEmpty }
}
