import FlowCore
import Testing

struct UTF8ScalarsTests {
  private func decode(_ bytes: [UInt8]) -> (scalar: UInt32, length: Int) {
    bytes.withUnsafeBufferPointer { UTF8Scalars.decode($0, at: 0) }
  }

  @Test func `every scalar is encoded and decoded`() {
    var failures = 0
    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = Array(String(Character(scalar)).utf8)
      var written: [UInt8] = []
      let isEncoded = UTF8Scalars.append(value, to: &written)
      let read = decode(expected)
      if !isEncoded || written != expected || read != (value, expected.count) { failures += 1 }
    }
    #expect(failures == 0)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE2, 0x82],
      [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func `a byte that is not UTF-8 is read as one replacement character`(bytes: [UInt8]) {
    #expect(decode(bytes) == (UTF8Scalars.replacement, 1))
  }

  @Test(arguments: [0xD800, 0xDFFF, 0x110000] as [UInt32])
  func `a value that is not a scalar has no encoding`(value: UInt32) {
    var bytes: [UInt8] = []
    #expect(!UTF8Scalars.append(value, to: &bytes))
    #expect(bytes.isEmpty)
  }
}
