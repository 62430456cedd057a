internal import Foundation
internal import GRDB
internal import PriceDomain

/// The persistent data of a price tracker.
///
/// Callers pass the current time. Operations on behalf of a user take the user's ID.
public struct PriceStore: Sendable {
  /// The file.
  public let database: PriceDatabase

  /// Creates a store in a file.
  public init(_ database: PriceDatabase) { self.database = database }

  /// The limits of users, and of transactions.
  public enum Limit {
    /// The maximum number of products that a user tracks.
    public static let trackedProducts = 2_000
    /// The maximum number of a user's devices.
    public static let devices = 20
    /// The maximum number of characters in a comment.
    public static let commentLength = 2_000
    /// The maximum number of a product's users whose rules are evaluated in the transaction of its
    /// check, or who are notified in that of a comment; the others follow at once in later ones.
    public static let fanOut = 1_000
  }
}

/// Converts values to and from the JSON of a column.
enum JSONColumn {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// The normalization of names and of the words that are searched for in them.
enum SearchText {
  /// Returns the words of a text, case-folded and without accents, each surrounded by spaces.
  static func normalized(_ text: String) -> String {
    let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    let parts = folded.split { !$0.isLetter && !$0.isNumber }
    return " " + parts.joined(separator: " ") + " "
  }
}
