public import FlowCore

/// A tab with its blocks.
public struct BlockTab: Sendable {
  let properties: [Block.Property]

  /// Creates a tab.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - children: The blocks.
  public init(_ title: BlockText, @BlocksBuilder _ children: () -> [Block]) {
    properties = [.init(.title, .text(title)), .init(.children, .blocks(children()))]
  }
}

/// A point of a bulleted list.
public struct BlockBullet: Sendable, ExpressibleByStringInterpolation {
  let properties: [Block.Property]

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - text: The text below the title.
  ///   - icon: The icon beside the title, such as `check`.
  public init(_ title: BlockText, text: BlockText? = nil, icon: Name? = nil) {
    var properties: [Block.Property] = [.init(.title, .text(title))]
    if let text { properties.append(.init(.text, .text(text))) }
    if let icon { properties.append(.init(.icon, .name(icon))) }
    self.properties = properties
  }

  /// Creates a point with the same title in every language.
  public init(stringLiteral value: String) { self.init(.literal(value)) }

  /// A point whose title is in the document's string tables.
  ///
  /// - Parameter key: The key.
  /// - Returns: The point.
  public static func localized(_ key: Name) -> BlockBullet { .init(.localized(key)) }
}

/// A bound of a `date` field.
public enum DateBound: Sendable {
  /// A date as `yyyy-MM-dd`.
  case day(String)
  /// A number of days after today, or before it if negative.
  case today(plus: Int)

  /// Today.
  public static var today: DateBound { .today(plus: 0) }

  var name: Name {
    switch self {
    case .day(let text): Name(text)
    case .today(0): "today"
    case .today(let days): Name(days < 0 ? "today\(days)d" : "today+\(days)d")
    }
  }
}
