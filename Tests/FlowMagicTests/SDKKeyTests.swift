import FlowMagic
import Testing

@Suite struct SDKKeyTests {
  @Test func `a key round-trips, and its id does not contain the public key`() throws {
    let key = TestKey()
    let sdkKey = try key.sdkKey

    #expect(sdkKey.id == "pk_0123456789abcdefABCDEF")
    #expect(try sdkKey.trustedKey == key.verificationKey)
    #expect(try SDKKey(parsing: sdkKey.string) == sdkKey)
  }

  @Test func `an invalid key is rejected with a short message`() throws {
    let text = try TestKey().sdkKey.string
    let cases = [
      "", "pk_", ".", String(text.prefix(25)), String(text.dropLast()), text + "A", text + ".x",
      "sk" + text.dropFirst(2), text.replacing("pk_0", with: "pk_-"), " " + text,
      text.replacing("pk_0", with: "pk_"), String(repeating: "x", count: 100_000),
    ]
    for text in cases {
      let error = #expect(throws: FlowMagicError.self, "\(text.prefix(40))") {
        try SDKKey(parsing: text)
      }
      #expect(error?.code == .invalidSDKKey)
      #expect((error?.message.utf8.count ?? 0) < 400)
    }
  }
}
