import AccountsWeb
import HTTPTypes
import Testing

@Suite struct FormPagesTests {
  @Test(
    arguments: [
      ("same-origin", "https://yoga.example", true), (nil, "https://yoga.example", true),
      ("same-origin", nil, true), (nil, nil, false), ("cross-site", nil, false),
      ("same-site", "https://yoga.example", false), ("none", nil, false),
      (nil, "https://evil.example", false), (nil, "null", false),
      (nil, "https://yoga.example:444", false), ("same-origin", "https://evil.example", false),
    ] as [(String?, String?, Bool)])
  func `only a request of the site's own page may use cookies`(
    site: String?, sender: String?, isOwn: Bool
  ) throws {
    var headers = HTTPFields()
    headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
    headers[.origin] = sender
    #expect(FormPages.isSameOrigin(headers, origin: "https://yoga.example") == isOwn)
  }

  @Test func `a form's fields are decoded, and the last of a name counts`() {
    let fields = FormPages.fields(of: "a=1+2&b=%C3%BC%26&a=x%3Dy&c&=d&e=%zz")
    #expect(fields == ["a": "x=y", "b": "ü&", "c": "", "": "d", "e": ""])
    #expect(FormPages.fields(of: "").isEmpty)
  }

  @Test(arguments: [
    "multipart/form-data; boundary=b", "multipart/form-data; charset=utf-8;BOUNDARY=\"b\" ; x=y",
    "multipart/form-data; x=\"; boundary=a\\\"\"; boundary=b", "multipart/form-data;;x; boundary=b",
  ])
  func `a file is found by its name, and ends at the first delimiter`(type: String) {
    let file: [UInt8] = [0, 13, 10, 45, 45, 98, 99, 255]
    let body =
      Array("--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n".utf8)
      + Array("--b\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\n".utf8)
    let end = Array("\r\n--b--\r\n".utf8)
    let plain = Array("GIF".utf8)
    let whole = MultipartFile.first(named: "picture", in: body + plain + end, contentType: type)
    #expect(whole == plain)
    // The delimiter ends the file even if other bytes follow it directly.
    let cut = MultipartFile.first(named: "picture", in: body + file + end, contentType: type)
    #expect(cut == [0])
    #expect(MultipartFile.first(named: "none", in: body + plain + end, contentType: type) == nil)
    #expect(MultipartFile.first(named: "picture", in: body + plain, contentType: type) == nil)
    #expect(MultipartFile.first(named: "picture", in: [], contentType: "text/plain") == nil)
  }

  @Test(arguments: ["multipart/form-data", "x; xboundary=b", "x; y=\"boundary=b\"", "x; boundary="])
  func `a type without a boundary has no parts`(type: String) {
    let body = Array(
      "--b\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\nGIF\r\n--b--\r\n".utf8)
    #expect(MultipartFile.first(named: "picture", in: body, contentType: type) == nil)
  }

  @Test(arguments: [
    ("Content-Disposition: form-data; filename=\"picture\"", false),
    ("Content-Disposition: form-data; name=\"file\"; filename=\"; name=\\\"picture\\\"\"", false),
    ("Content-Type: image/gif; name=\"picture\"", false),
    ("content-disposition:form-data;filename=\"; name=x\";name=picture", true),
    ("Content-Type: image/gif\r\nContent-Disposition: form-data; Name=\"pi\\cture\"", true),
  ])
  func `only the name of a part is compared`(fields: String, isFound: Bool) {
    let body = Array("--b\r\n\(fields)\r\n\r\nGIF\r\n--b--\r\n".utf8)
    let type = "multipart/form-data; boundary=b"
    let file = MultipartFile.first(named: "picture", in: body, contentType: type)
    #expect(file == (isFound ? Array("GIF".utf8) : nil))
  }

  @Test func `a page runs no script, is in no frame, and does not send its URL to other sites`()
    throws
  {
    let policy = try #require(FormPages.headers[.contentSecurityPolicy])
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("script-src"))
    #expect(FormPages.headers[.cacheControl] == "no-store")
    let name = try #require(HTTPField.Name("Referrer-Policy"))
    #expect(FormPages.headers[name] == "same-origin")
  }
}
