public import FlowCore

/// A block of the app's own, as HTML.
///
/// ```swift
/// settings.custom["Stars"] = WebBlock { block in
///   let count = block.properties["count"]?.number?.int ?? 0
///   return "<p>" + WebBlock.escaped("\(count) of 5 stars") + "</p>"
/// }
/// ```
///
/// In a document it is `{"type": "custom", "name": "Stars", "props": {"count": 4}}`. Hosts that
/// have none of the name show the block's `else`. No inline styles and scripts: the page's policy
/// forbids them.
public struct WebBlock: Sendable {
  /// Writes the block as HTML, which stands in the page as it is.
  public var html: @Sendable (Contents) -> String

  /// The block on a page.
  public struct Contents: Sendable {
    /// Its properties.
    public let properties: JSON
    /// The blocks inside, as HTML.
    public let children: String
    /// The language of the page.
    public let language: String
  }

  /// Makes a block.
  public init(html: @escaping @Sendable (Contents) -> String) { self.html = html }

  /// A text as it may stand in HTML, and in the value of an attribute between quotation marks.
  public static func escaped(_ text: String) -> String {
    var html = HTMLBytes()
    html.text(text)
    return String(decoding: html.bytes, as: UTF8.self)
  }
}
