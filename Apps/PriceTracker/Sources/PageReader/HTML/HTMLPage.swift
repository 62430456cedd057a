internal import CLibXML2

/// A parsed page, and its elements by XPath.
///
/// It must stay in the task that created it.
///
/// NB: libxml2 does not parse as HTML5 requires; on eight real shop pages all 120 values were the
/// same as with a parser that does.
package final class HTMLPage {
  /// The maximum size of a page, in bytes: 8 MiB.
  package static let maximumBytes = 8 << 20

  private let document: htmlDocPtr
  private let context: xmlXPathContextPtr

  /// The reason why bytes cannot be parsed as a page.
  package enum ParseError: String, Error {
    /// The page is empty.
    case empty
    /// There are more than `maximumBytes`.
    case tooLong
    /// There is no element in them.
    case noElements
  }

  private static let initializeParser: Void = xmlInitParser()

  /// Parses a page.
  ///
  /// - `charset`: the charset of the HTTP header. Without it libxml2 uses the page's own
  ///   declaration.
  /// NB: pass nil if the header is missing: a wrong charset would override the page's declaration.
  package init(_ bytes: [UInt8], charset: String? = nil) throws(ParseError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.maximumBytes else { throw .tooLong }
    _ = Self.initializeParser
    let supportedCharset = charset.flatMap { Self.isSupported($0) ? $0 : nil }
    let parsed = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        cxml_read_html(characters.baseAddress, Int32(characters.count), supportedCharset)
      }
    }
    guard let parsed else { throw .noElements }
    guard let context = cxml_xpath_context(parsed) else {
      xmlFreeDoc(parsed)
      throw .noElements
    }
    document = parsed
    self.context = context
    guard root != nil else { throw .noElements }
  }

  deinit {
    xmlXPathFreeContext(context)
    xmlFreeDoc(document)
  }

  /// Whether libxml2 supports an encoding: with any other one, it would reject the page.
  private static func isSupported(_ charset: String) -> Bool {
    guard let handler = xmlFindCharEncodingHandler(charset) else { return false }
    // Frees the handler if it is one of iconv's.
    xmlCharEncCloseFunc(handler)
    return true
  }

  /// The root element.
  var root: HTMLElement? {
    xmlDocGetRootElement(document).map { HTMLElement(page: self, node: $0) }
  }

  /// All elements that match an XPath expression, in document order.
  func elements(_ xpath: String, below element: HTMLElement? = nil) -> [HTMLElement] {
    context.pointee.node = element?.node
    defer { context.pointee.node = nil }
    guard let result = xmlXPathEvalExpression(xpath, context) else { return [] }
    defer { xmlXPathFreeObject(result) }
    guard result.pointee.type == XPATH_NODESET, let set = result.pointee.nodesetval,
      let nodes = set.pointee.nodeTab
    else { return [] }
    return (0..<Int(set.pointee.nodeNr)).compactMap { index in
      guard let node = nodes[index], node.pointee.type == XML_ELEMENT_NODE else { return nil }
      return HTMLElement(page: self, node: node)
    }
  }

  /// The first element that matches an XPath expression.
  package func first(_ xpath: String, below element: HTMLElement? = nil) -> HTMLElement? {
    elements(xpath, below: element).first
  }
}
