/// A reference to a value that is read when the screen is shown.
///
/// In documents it is `{"$": path, "as": format, "else": literal}`.
public struct BlockBinding: Sendable, Equatable {
  /// The path of the value.
  public var path: BindingPath
  /// The format of the text; nil for the unformatted value.
  public var format: BindingFormat?
  /// The value to use if there is none at the path; if nil, the screen needs a value there.
  public var fallback: JSON?

  /// Creates a binding.
  public init(_ path: BindingPath, as format: BindingFormat? = nil, else fallback: JSON? = nil) {
    self.path = path
    self.format = format
    self.fallback = fallback
  }
}

/// The path of a value: `output.email`, `content.title`, `state.plan`, `data.watchlist`,
/// `item.price`, `product.name`, or an attribute such as `account.plan`.
public struct BindingPath: Sendable, Equatable {
  /// The sources of values.
  public enum Scope: UInt8, Sendable, CaseIterable {
    /// The outputs of the flow.
    case output
    /// The content that the step passes to its screen.
    case content
    /// The screen's own state.
    case state
    /// The data that the app keeps up to date.
    case data
    /// The current element of the enclosing list.
    case item
    /// The product of an offer.
    case product
    /// The user's attributes.
    case attribute

    /// The prefixes before the first dot, in the order of the cases; attributes have none.
    static let prefixes: [Name] = Name.list("output content state data item product")
  }

  /// The source of the value.
  public let scope: Scope
  /// The members to follow from the source; at least one except for `item`.
  public let components: [Name]

  /// Creates a path.
  public init(_ scope: Scope, _ components: [Name]) {
    self.scope = scope
    self.components = components
  }

  /// Reads a path; nil if a component is empty, and for a scope other than `item` without a member.
  public init?(_ text: Name) {
    let parts = AttributePath(text).components
    guard !parts.contains(where: { $0.isEmpty }) else { return nil }
    let index = Scope.prefixes.firstIndex(of: parts[0])
    scope = index.map { Scope.allCases[$0] } ?? .attribute
    components = scope == .attribute ? parts : Array(parts[1...])
    if components.isEmpty && scope != .item { return nil }
  }

  /// The first component: the key of an output, a state value or live data; empty if there is none.
  public var key: Name { components.first ?? "" }

  /// The path as written in documents.
  public var name: Name {
    var parts = components.map { $0.string }
    if scope != .attribute { parts.insert(Scope.prefixes[Int(scope.rawValue)].string, at: 0) }
    return Name(parts.joined(separator: "."))
  }
}

/// The format of a value as text.
public enum BindingFormat: Sendable, Equatable {
  case number, percent, date, time, duration, count
  /// An amount in that currency, by its ISO 4217 code.
  case currency(Name)

  /// Reads `number`, `percent`, `date`, `time`, `duration`, `count` or `currency:EUR`.
  public init?(_ name: Name) {
    if UTF8Bytes.has(prefix: "currency:", name.string) {
      let code = Array(name.string.utf8.dropFirst(9))
      guard code.count == 3, code.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
      self = .currency(Name(String(decoding: code, as: UTF8.self)))
      return
    }
    guard let index = BindingFormat.names.firstIndex(of: name) else { return nil }
    self = BindingFormat.withoutParameter[index]
  }

  /// The format as written in documents.
  public var name: Name {
    if case .currency(let code) = self { return Name("currency:" + code.string) }
    let index = BindingFormat.withoutParameter.firstIndex(of: self)
    return index.map { BindingFormat.names[$0] } ?? ""
  }

  private static let names: [Name] = Name.list("number percent date time duration count")
  private static let withoutParameter: [BindingFormat] = [
    .number, .percent, .date, .time, .duration, .count,
  ]
}
