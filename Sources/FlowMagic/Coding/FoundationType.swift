import FlowCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Foundation types with a special JSON format.
enum FoundationType: CaseIterable {
  case date, data, url, uuid, decimal

  init?(_ type: any Any.Type) {
    if type == Date.self {
      self = .date
    } else if type == URL.self {
      self = .url
    } else if type == Decimal.self {
      self = .decimal
    } else if type == Data.self {
      self = .data
    } else if type == UUID.self {
      self = .uuid
    } else {
      return nil
    }
  }

  /// A sample value as JSON.
  var sample: JSON {
    switch self {
    case .date: "2000-01-01"
    case .data: ""
    case .url: "https://example.com"
    case .uuid: "00000000-0000-0000-0000-000000000000"
    case .decimal: 0
    }
  }

  var type: ValueType {
    switch self {
    case .date: .date
    case .decimal: .number
    case .data, .url, .uuid: .string
    }
  }

  func decode(_ decoder: JSONValueDecoder) throws -> Any {
    if self == .decimal {
      guard case .number(let number) = decoder.value else {
        throw decoder.mismatch(Decimal.self, "a number")
      }
      // NB: `Decimal(string:)` ignores trailing characters; a JSON number has none.
      guard let decimal = Decimal(string: number.text), decimal.isFinite else {
        throw decoder.corrupted("\(number.text) is out of the range of Decimal.")
      }
      return decimal
    }
    let text = try decoder.decode(String.self)
    let value: Any? =
      switch self {
      case .date: FoundationType.date(text)
      case .data: Data(base64Encoded: text)
      case .url: URL(string: text)
      case .uuid: UUID(uuidString: text)
      case .decimal: nil
      }
    guard let value else { throw decoder.corrupted("“\(text)” is not \(expectation).") }
    return value
  }

  /// The JSON of a value of one of these types; nil for any other.
  static func json(_ value: some Encodable) -> JSON? {
    switch value {
    case let date as Date: .string(date.formatted(.iso8601Milliseconds))
    case let data as Data: .string(data.base64EncodedString())
    case let url as URL: .string(url.absoluteString)
    case let uuid as UUID: .string(uuid.uuidString)
    case let decimal as Decimal:
      decimal.isFinite ? .number(JSONNumber(validated: decimal.description)) : nil
    default: nil
    }
  }

  private static func date(_ text: String) -> Date? {
    if text.utf8.count == 10 { return try? Date(text + "T00:00:00Z", strategy: .iso8601) }
    return (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: .iso8601Milliseconds))
  }

  private var expectation: String {
    switch self {
    case .date: "a date such as 2026-03-01 or 2026-03-01T12:00:00Z"
    case .data: "Base64"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .decimal: "a number"
    }
  }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601Milliseconds: Self { .init(includingFractionalSeconds: true) }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601Milliseconds: Self { .init(includingFractionalSeconds: true) }
}
