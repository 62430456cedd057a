import PriceDomain
import Testing

import PageReader

/// Mutated product pages: nothing may crash, and a price is above zero.
struct PageFuzzTests {
  /// Fragments that the parsers of HTML, structured data and prices recognize.
  private static let fragments = [
    "<", ">", "\"", "'", "</", "<!--", "-->", "<![CDATA[", "</script>", "<div>", "<b><i><table>",
    "<script type='application/ld+json'>", "<base href=x>", "<meta charset=utf-16>",
    "<meta property='product:price:amount' content='0'>", " itemprop='price' content='-1'",
    " itemscope itemtype='https://schema.org/Product'", "{", "}", "[", "]", ",", ":", "\\",
    "\\ud800", "\"@graph\":[", "\"offers\":{", "\"price\":", "1e999", "99999999999999999999", "-",
    "1.234,56", "0,00", "€", "EUR", "&#0;", "&#x110000;", "&nbsp;", "\0", "\u{FEFF}", "\u{202E}",
    "\u{300}", "\r\n",
  ]
  private static let charsets: [String?] = [nil, nil, "utf-8", "iso-8859-1", "shift_jis", "utf-16"]

  @Test func `a mutated page does not crash the reader, and its price is above zero`() throws {
    let reader = PageReader(rules: try StoreRules.builtIn())
    let pages = try Fixtures.expected.map { ($0, try Fixtures.bytes($0.page)) }
    var readCount = 0
    var rejectedCount = 0
    ByteMutator.run { mutator in
      let (expected, original) = mutator.pick(pages)
      let bytes = mutator.mutated(original, Self.fragments)
      let host = expected.page.hasPrefix("amazon") ? "www.amazon.de" : nil
      let charset = mutator.pick(Self.charsets)
      switch reader.read(PageInput(bytes, charset: charset, host: host)) {
      case .price(let price, _):
        readCount += 1
        #expect(price.minorUnits > 0, "\(bytes)")
      default: rejectedCount += 1
      }
    }
    #expect(readCount > 0 && rejectedCount > 0)
  }
}
