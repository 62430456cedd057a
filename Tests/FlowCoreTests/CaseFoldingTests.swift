import FlowCore
import Testing

struct CaseFoldingTests {
  private func areEqual(_ left: String, _ right: String) -> Bool {
    Array(left.utf8).withUnsafeBufferPointer { left in
      Array(right.utf8).withUnsafeBufferPointer { CaseFolding.equalIgnoringCase(left, $0) }
    }
  }

  @Test(
    arguments: [
      ("A", "a"), ("Z", "z"), ("@", "@"), ("[", "["), ("a", "a"), ("0", "0"),
      ("Ä", "ä"), ("ß", "ß"), ("ẞ", "ß"), ("Σ", "σ"), ("ς", "ς"), ("Я", "я"), ("Ж", "ж"),
      ("Ā", "ā"), ("ā", "ā"), ("Ȁ", "ȁ"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("Ⱥ", "ⱥ"), ("ᾼ", "ᾳ"),
      ("\u{212A}", "k"), ("\u{10400}", "\u{10428}"), ("\u{1E900}", "\u{1E922}"), ("あ", "あ"),
      ("\u{13A0}", "\u{AB70}"), ("\u{10FFFF}", "\u{10FFFF}"), ("İ", "İ"),
    ] as [(Unicode.Scalar, Unicode.Scalar)])
  func `a scalar whose lowercase form is one scalar is lowercased as in JavaScript`(
    upper: Unicode.Scalar, lower: Unicode.Scalar
  ) {
    #expect(CaseFolding.lower(upper.value) == lower.value)
  }

  @Test func `the table agrees with the standard library`() {
    // The library may know letters of a newer Unicode version; the table maps them to themselves.
    var disagreeing = 0
    var unknown = 0
    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let mapping = scalar.properties.lowercaseMapping.unicodeScalars
      let expected = mapping.count == 1 ? mapping.first?.value : value
      let actual = CaseFolding.lower(value)
      if actual == expected { continue }
      if actual == value { unknown += 1 } else { disagreeing += 1 }
    }
    #expect(disagreeing == 0)
    #expect(unknown < 100)
  }

  @Test(arguments: [
    ("", ""), ("de", "DE"), ("Straße", "STRAẞE"), ("ÉCOLE", "école"), ("ОДЕССА", "одесса"),
    ("ΟΔΟΣ", "οδος"), ("ΟΔΟΣ", "οδοσ"), ("\u{212A}elvin", "kelvin"), ("Ⱥ", "ⱥ"), ("İ", "İ"),
  ])
  func `texts that differ only in case are equal`(left: String, right: String) {
    #expect(areEqual(left, right))
    #expect(areEqual(right, left))
  }

  @Test(arguments: [
    ("", "a"), ("de", "d"), ("de", "dé"), ("ß", "ss"), ("İ", "i"), ("I", "ı"), ("@", "`"),
    ("[", "{"), ("é", "e\u{301}"),
  ])
  func `texts that differ in more than case are not equal`(left: String, right: String) {
    #expect(!areEqual(left, right))
    #expect(!areEqual(right, left))
  }
}
