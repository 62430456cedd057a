internal import FoundationEssentials

extension StoreRules {
  /// The error for invalid store rules.
  public struct ValidationError: Error, CustomStringConvertible {
    /// The message.
    public let description: String
  }

  /// The bundled rules.
  public static func builtIn() throws(ValidationError) -> StoreRules {
    try StoreRules(json: PackageResources.stores_json)
  }

  /// Decodes rules from JSON, and validates their selectors.
  public init(json: [UInt8]) throws(ValidationError) {
    do {
      self = try JSONDecoder().decode(StoreRules.self, from: Data(json))
    } catch let error as DecodingError {
      throw ValidationError(
        description: "the store rules are invalid: \(Self.description(of: error))")
    } catch {
      throw ValidationError(description: "the store rules are not JSON: \(error)")
    }
    for store in stores {
      let sources = store.fields.values.joined().flatMap { source in
        [source.css] + [source.whole, source.fraction, source.symbol].compactMap { $0 }
      }
      for css in sources + store.unavailableSelectors + store.usedOnlySelectors {
        do throws(Selector.ParseError) { _ = try Selector(css) } catch {
          throw ValidationError(description: "\(store.name): \(error)")
        }
      }
    }
  }

  private static func description(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
      return "\(path) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "\(path.isEmpty ? "the file" : path): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}
