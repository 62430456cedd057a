public import FlowCore

/// A custom block of the app, as HTML.
///
/// ```swift
/// settings.customBlocks["Stars"] = WebBlock { block in
///   let count = block.properties["count"]?.number?.int ?? 0
///   return "<p>" + WebBlock.escaped("\(count) of 5 stars") + "</p>"
/// }
/// ```
///
/// In a document it is `{"type": "custom", "name": "Stars", "props": {"count": 4}}`. Hosts without
/// a block of that name show the block's `else`. Do not use inline styles and scripts: the page's
/// content security policy forbids them.
public struct WebBlock: Sendable {
  /// Returns the HTML of the block, which is inserted into the page unescaped.
  public var html: @Sendable (Contents) -> String

  /// The input of a block.
  public struct Contents: Sendable {
    /// The properties of the block.
    public let properties: JSON
    /// The child blocks, as HTML.
    public let children: String
    /// The language of the page.
    public let language: String
    /// The visitor's attributes.
    public let attributes: JSONObject
    /// The outputs so far, without secrets.
    public let outputs: JSONObject
    /// The content that the step passes to its screen.
    public let content: JSON

    /// Creates contents, for example to test a block.
    public init(
      properties: JSON, children: String = "", language: String = "en",
      attributes: JSONObject = JSONObject(), outputs: JSONObject = JSONObject(),
      content: JSON = .null
    ) {
      self.properties = properties
      self.children = children
      self.language = language
      self.attributes = attributes
      self.outputs = outputs
      self.content = content
    }

    /// The same contents with other properties, for a block that is rendered by another one.
    public func with(_ properties: JSON) -> Contents {
      Contents(
        properties: properties, children: children, language: language, attributes: attributes,
        outputs: outputs, content: content)
    }
  }

  /// Creates a block.
  public init(html: @escaping @Sendable (Contents) -> String) { self.html = html }

  /// A text escaped for HTML, also for attribute values in quotation marks.
  public static func escaped(_ text: String) -> String {
    var html = HTMLBytes()
    html.text(text)
    return String(decoding: html.bytes, as: UTF8.self)
  }
}
