import Accounts
import Testing

struct ByteEncodingTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{3FF}?", "z78_"),
  ])
  func `bytes are encoded as unpadded base64url of RFC 4648`(plain: String, text: String) {
    #expect(ByteEncoding.base64URL(Array(plain.utf8)) == text)
    #expect(ByteEncoding.bytes(base64URL: text) == Array(plain.utf8))
  }

  @Test(arguments: ["Zg==", "Zh", "Z", "Zm8=", "Zm 9v", "Zm9v\n", "Zm+v", "Zm/v", "Zm9vYé", "Zm9*"])
  func `base64url that is not canonical is rejected`(text: String) {
    #expect(ByteEncoding.bytes(base64URL: text) == nil)
  }

  @Test func `hexadecimal survives a round trip`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(ByteEncoding.bytes(hex: ByteEncoding.hex(bytes)) == bytes)
    #expect(ByteEncoding.hex([0, 15, 16, 255]) == "000f10ff")
    for text in ["0", "0g", "FF", " 0", "0x"] { #expect(ByteEncoding.bytes(hex: text) == nil) }
  }
}
