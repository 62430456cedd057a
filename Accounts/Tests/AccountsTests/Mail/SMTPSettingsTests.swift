import Accounts
import Testing

struct SMTPSettingsTests {
  @Test(arguments: [
    (
      "smtp://me:pw@mail.example.com:2525", SMTPSettings.Security.startTLS, "mail.example.com", 2525
    ),
    ("smtp://mail.example.com", .startTLS, "mail.example.com", 587),
    ("SMTPS://me:pw@mail.example.com/", .tls, "mail.example.com", 465),
    ("smtp+plain://127.0.0.1:1025", .none, "127.0.0.1", 1025),
    ("smtp+plain://[::1]:1025", .none, "::1", 1025),
    ("smtp+plain://localhost", .none, "localhost", 25),
    ("smtps://[2001:db8::1]", .tls, "2001:db8::1", 465),
  ])
  func `a mail server is configured as a URL`(
    _ url: String, _ security: SMTPSettings.Security, _ host: String, _ port: Int
  ) throws {
    let settings = try settings(url)
    #expect((settings.security, settings.host, settings.port) == (security, host, port))
    #expect((settings.user, settings.password) == (url.contains("@") ? ("me", "pw") : (nil, nil)))
  }

  @Test(arguments: [
    ("smtp://me@example.com:pw@h", "me@example.com", "pw"), ("smtp://me:a:b@h", "me", "a:b"),
    ("smtp://me%40x:p%2Fw%25%C3%BC@h", "me@x", "p/w%ü"), ("smtp://me:p/w?#@h", "me", "p/w?#"),
  ])
  func `a user name may be an address, and a password any text`(
    _ url: String, _ user: String, _ password: String
  ) throws {
    let settings = try settings(url)
    #expect((settings.user, settings.password) == (user, password))
  }

  @Test(arguments: [
    ("mail.example.com", "Write a mail server as smtp://"), ("", "Write a mail server as"),
    ("https://h0stname", "Write a mail server as"), ("smtp://", "host is a name"),
    ("smtp://S3cret@h", "be a user and a password"), ("smtp://:S3cret@h", "be a user and"),
    ("smtp://me:@h", "be a user and"), ("smtp://me:S3cret%@h", "written %25"),
    ("smtp://me:S3cret%zz@h", "written %25"), ("smtp://me:S3cret%ff@h", "written %25"),
    ("smtp://me:S3cret%0d%0aQUIT@h", "control character"),
    ("smtp://h/S3cret", "is written %2F"), ("smtp://h?S3cret", "is written %2F"),
    ("smtp://me:S3cret@h:0", "1 to 65535"), ("smtp://me:S3cret@h:65536", "1 to 65535"),
    ("smtp://me:S3cret@h:+25", "1 to 65535"), ("smtp://me:S3cret@h:", "1 to 65535"),
    ("smtp://me:S3cret@h:587:1", "1 to 65535"), ("smtp://me:S3cret@[::1", "address with ]"),
    ("smtp://me:S3cret@[::1]25", "port may follow"), ("smtp://me:S3cret@mäil.example", "host is"),
    ("smtp://me:S3cret@h ost", "host is"), ("smtp://me:S3cret@h\r\n", "host is"),
    ("smtp://me:S3cret@h\u{0}", "host is"), ("smtp://me:S3cret@", "host is"),
  ])
  func `an error message has a hint and no password`(_ url: String, _ hint: String) {
    let error = #expect(throws: AccountError.self) { try settings(url) }
    #expect(error?.code == .invalidInput)
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("S3") == false)
  }

  @Test(arguments: [
    "mail.example.com", "192.0.2.1", "127.0.0.1.example.com", "localhost.example.com",
    "128.0.0.1", "127.1", "0.0.0.0", "127.0.0.256", "[::2]", "127.0.0.+1",
  ])
  func `only this machine may be used without encryption`(_ host: String) {
    let error = #expect(throws: AccountError.self) { try settings("smtp+plain://\(host):25") }
    #expect(error?.code == .invalidInput)
  }

  @Test(arguments: ["flows", "a@b\r\nBcc: c@d", "", "<a@b.de>"])
  func `the sender must be one plain address`(_ from: String) {
    let error = #expect(throws: AccountError.self) {
      try SMTPSettings(url: "smtp://h", from: from, fromName: "FlowMagic")
    }
    #expect(error?.message.contains("flows@example.com") == true)
  }

  @Test func `a name with a line break is rejected before any email is written`() {
    #expect(throws: AccountError.self) {
      try SMTPSettings(url: "smtp://h", from: "a@b.de", fromName: "Flow\nMagic")
    }
  }

  @Test func `a time limit of zero is rejected, because it would mean none`() {
    #expect(throws: AccountError.self) {
      try SMTPSettings(url: "smtp://h", from: "a@b.de", fromName: "", timeLimit: .zero)
    }
  }

  @Test func `a description of the settings contains no secret`() throws {
    let settings = try settings("smtp://the-user:S3cret@[2001:db8::1]:587")
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), settings.displayURL, dumped] {
      #expect(text.contains("smtp://[2001:db8::1]:587"))
      #expect(!text.contains("S3cret") && !text.contains("the-user"))
    }
    var transport = ""
    dump(SMTPTransport(settings), to: &transport)
    #expect(!transport.contains("S3cret"))
  }

  private func settings(_ url: String) throws -> SMTPSettings {
    try SMTPSettings(url: url, from: "flows@flows.example", fromName: "FlowMagic")
  }
}
