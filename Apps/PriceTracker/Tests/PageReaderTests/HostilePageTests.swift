import PriceDomain
import Testing

import PageReader

struct HostilePageTests {
  let reader: PageReader

  init() throws { reader = PageReader(rules: try StoreRules.builtIn()) }

  static let product = """
    <meta property="og:title" content="Cup"><meta property="product:price:amount" content="5">\
    <meta property="product:price:currency" content="EUR">
    """

  func result(of html: String, charset: String? = nil) -> String {
    PageReaderTests.summary(of: reader.read(PageInput(Array(html.utf8), charset: charset))).0
  }

  @Test func `a product inside a million unclosed elements is found`() {
    // 5 MB, without an end tag: the parser, the search and freeing must not recurse.
    let html = "<html><body>" + String(repeating: "<i>", count: 1_000_000) + Self.product
    #expect(result(of: html) == "price 5.00 EUR")
  }

  @Test func `a product inside half a million nested properties is found`() {
    let html =
      "<html><body>" + String(repeating: "<i itemprop=p>", count: 500_000) + Self.product
    #expect(result(of: html) == "price 5.00 EUR")
  }

  @Test func `the price of a related product is ignored`() {
    let related = """
      <div itemscope itemtype='https://schema.org/Product'><h1 itemprop='name'>Cup</h1>
      <div itemprop='isRelatedTo' itemscope itemtype='https://schema.org/Product'>
      <b itemprop='price' content='1'></b><b itemprop='priceCurrency' content='EUR'></b></div>
      <b itemprop='price' content='7'></b><b itemprop='priceCurrency' content='EUR'></b></div>
      """
    #expect(result(of: "<html><body>\(related)</body></html>") == "price 7.00 EUR")
  }

  @Test func `the text inside a million nested elements is read`() throws {
    let html =
      "<html><body><p id='a'>" + String(repeating: "<b>", count: 1_000_000) + "deep</p></body>"
    let page = try HTMLPage(Array(html.utf8))
    #expect(page.first("id('a')")?.text == "deep")
  }

  @Test func `content after three hundred unclosed tags is read`() {
    #expect(result(of: String(repeating: "<div>", count: 300) + Self.product) == "price 5.00 EUR")
    #expect(result(of: String(repeating: "<b>", count: 2000) + Self.product) == "price 5.00 EUR")
  }

  @Test func `a page of more than 8 MiB is rejected, a slightly smaller one is read`() {
    let paddingLength = HTMLPage.maximumBytes - Self.product.utf8.count - 7
    let padding = "<!--" + String(repeating: "x", count: paddingLength) + "-->"
    #expect(result(of: Self.product + padding) == "price 5.00 EUR")
    #expect(result(of: Self.product + padding + "x") == "broken tooLong")
  }

  @Test(arguments: ["utf-8", "no-such-charset", "UTF-16", "x\u{0}y", "utf-7", ""])
  func `a wrong or unknown charset is harmless`(charset: String) {
    let text = result(of: "<html><head>\(Self.product)</head>", charset: charset)
    // Decoded as UTF-16 it is no longer HTML; this must be reported, not guessed.
    #expect(text == "price 5.00 EUR" || text.hasPrefix("broken"))
  }

  @Test func `bytes that are not text are harmless`() {
    for bytes: [UInt8] in [
      [0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], Array(repeating: 0, count: 9999),
    ] {
      let result = reader.read(PageInput(bytes))
      if case .price = result { Issue.record("a price in \(bytes.prefix(4))") }
    }
    var bytes = Array(Self.product.utf8)
    bytes.insert(0, at: 0)
    _ = reader.read(PageInput(bytes))
    #expect(PageReaderTests.summary(of: reader.read(PageInput([]))).0 == "broken empty")
  }

  @Test func `the text of an element is its visible text`() throws {
    let html = """
      <p id="a"> In <b>stock</b><script>"Currently unavailable"</script><style>p{}</style>
      <noscript>robot</noscript> now </p><p>other</p>
      """
    let page = try HTMLPage(Array(html.utf8))
    #expect(page.first("id('a')")?.text == "In stock now")
  }

  @Test func `JSON that is unterminated or too deep is ignored`() {
    for json in [
      String(repeating: "[", count: 100_000), String(repeating: "{\"@graph\":", count: 100_000),
      "{\"a\":\"", "/*", "\"\\u12", "{\"@type\":\"Product\",\"name\":\"\\ud800\",\"offers\":",
    ] {
      let page = "<html><script type='application/ld+json'>\(json)</script></html>"
      #expect(result(of: page) == "broken noProduct")
    }
  }
}

struct SelectorTests {
  static let selectors: [(css: String, xpath: String)] = [
    ("#a", "id('a')"), ("input#a", "id('a')[self::input]"), ("#a li a", "id('a')//li//a"),
    ("#a > b", "id('a')/b"), ("b[c='d']", "//b[@c='d']"), ("[c]", "//*[@c]"),
    ("b[c$='de']", "//b[substring(@c,string-length(@c)-1)='de']"), ("a, b", "//a | //b"),
    (".x", "//*[contains(concat(' ',normalize-space(@class),' '),' x ')]"),
  ]

  @Test(arguments: selectors)
  func `a selector is translated to XPath`(row: (css: String, xpath: String)) throws {
    #expect(try Selector(row.css).xpath == row.xpath)
  }

  @Test(arguments: ["", ",", ">", "a >", "> a", "a:hover", "a[b='x\"']", "#", ".", "a[", "##a"])
  func `an invalid selector is rejected`(css: String) {
    #expect(throws: Selector.ParseError.self) { try Selector(css) }
  }
}
