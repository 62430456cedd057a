public import FlowCore

/// A value that a block reads when it is shown: an output, a value of the screen's state, content,
/// live data, the element of a list, or an attribute.
///
/// Properties of the value are available as properties of the bound value:
///
/// ```swift
/// struct Stocks: ComposedScreen {
///   typealias Port = NoPort
///
///   static var body: [Block] {
///     list(data(watchlist), id: \.name) { stock in
///       text(stock.name, .headline)
///     } empty: {
///       text("Nothing yet")
///     }
///   }
/// }
/// ```
///
/// Registering the screen fails if a property has no coding key.
@dynamicMemberLookup
public struct BoundValue<Value>: Sendable {
  /// The path of the value.
  let path: BindingPath

  init(_ scope: BindingPath.Scope, _ components: [Name] = []) {
    path = BindingPath(scope, components)
  }

  /// The value of a property.
  public subscript<Member>(
    dynamicMember property: KeyPath<Value, Member>
  ) -> BoundValue<Member> where Value: Decodable {
    .init(path.scope, path.components + [MemberKeys<Value>().key(property)])
  }

  /// The value of a property of an optional value.
  public subscript<Wrapped: Decodable, Member>(
    dynamicMember property: KeyPath<Wrapped, Member>
  ) -> BoundValue<Member> where Value == Wrapped? {
    .init(path.scope, path.components + [MemberKeys<Wrapped>().key(property)])
  }

  /// The binding of a block to the value.
  func binding(as format: BindingFormat? = nil, else fallback: JSON? = nil) -> BlockValue {
    .binding(BlockBinding(path, as: format, else: fallback))
  }
}

/// A text of a block: a literal, a text from the document's string tables, or a bound value.
public struct ShownText: Sendable, ExpressibleByStringInterpolation {
  let value: BlockValue

  /// Creates a text that is the same in every language.
  public init(stringLiteral value: String) {
    self.value = .text(.literal(value))
  }

  private init(_ value: BlockValue) { self.value = value }

  /// A text from the document's string tables, in the user's language.
  ///
  /// - Parameter key: The key.
  /// - Returns: The text.
  public static func localized(_ key: Name) -> ShownText { .init(.text(.localized(key))) }

  /// A bound value as text.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - format: The format; unformatted if nil.
  ///   - fallback: The text to show if there is no value.
  /// - Returns: The text.
  public static func value<Value>(
    _ value: BoundValue<Value>, as format: BindingFormat? = nil, else fallback: String? = nil
  ) -> ShownText {
    .init(value.binding(as: format, else: fallback.map { .string($0) }))
  }
}

extension BlockText: ExpressibleByStringInterpolation {
  /// Creates a text that is the same in every language.
  public init(stringLiteral value: String) {
    self = .literal(value)
  }

  /// A text from the document's string tables, in the user's language.
  ///
  /// - Parameter key: The key.
  /// - Returns: The text.
  public static func localized(_ key: Name) -> BlockText { .key(key, count: nil) }

  /// A text from the document's string tables, in the plural form for a number.
  ///
  /// - Parameters:
  ///   - key: The key without its plural form: `key` for `key.one` and `key.other`.
  ///   - count: The number.
  /// - Returns: The text.
  public static func localized<Value>(_ key: Name, count: BoundValue<Value>) -> BlockText {
    .key(key, count: count.path)
  }
}
