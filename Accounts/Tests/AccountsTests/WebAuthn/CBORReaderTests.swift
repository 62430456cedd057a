import Accounts
import Testing

@Suite struct CBORReaderTests {
  @Test(arguments: [
    ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
    ("190100", .unsigned(256)), ("1a00010000", .unsigned(65_536)),
    ("1b0000000100000000", .unsigned(1 << 32)), ("1bffffffffffffffff", .unsigned(.max)),
    ("20", .negative(0)), ("390100", .negative(256)), ("3bffffffffffffffff", .negative(.max)),
    ("40", .bytes([])), ("43010203", .bytes([1, 2, 3])), ("60", .text([])),
    ("62c3bc", .text([0xC3, 0xBC])), ("80", .array([])),
    ("820120", .array([.unsigned(1), .negative(0)])), ("a0", .map([])), ("f4", .boolean(false)),
    ("f5", .boolean(true)), ("f6", .null),
    ("a2012061614105", .map([.init(.unsigned(1), .negative(0)), .init(.text([97]), .bytes([5]))])),
  ])
  func `the values that authenticators write are parsed`(hex: String, value: CBORValue) throws {
    #expect(try CBORReader.read(Hex.bytes(hex)[...]) == value)
  }

  @Test(arguments: [
    ("", CBORError.truncated), ("18", .truncated), ("1901", .truncated), ("43 0102", .truncated),
    ("81", .truncated), ("a1 01", .truncated), ("9a ffffffff 01", .truncated),
    ("bb 7fffffffffffffff 01", .truncated), ("5b ffffffffffffffff 01", .truncated),
    ("7b ffffffffffffffff 61", .truncated), ("9b ffffffffffffffff 01", .truncated),
    ("bb ffffffffffffffff 0101", .truncated), ("00 00", .trailingBytes), ("a0 00", .trailingBytes),
    ("9f 01 ff", .indefiniteLength), ("bf 01 02 ff", .indefiniteLength),
    ("5f 41 00 ff", .indefiniteLength),
    ("7f 61 61 ff", .indefiniteLength), ("ff", .indefiniteLength), ("1f", .indefiniteLength),
    ("18 17", .notShortest), ("19 00ff", .notShortest), ("1a 0000ffff", .notShortest),
    ("1b 00000000ffffffff", .notShortest), ("58 01 00", .notShortest), ("38 00", .notShortest),
    ("98 01 00", .notShortest), ("b8 01 00 00", .notShortest), ("1c", .unsupported),
    ("1e", .unsupported), ("c0 00", .unsupported), ("d8 18 40", .unsupported),
    ("f7", .unsupported), ("f8 20", .unsupported), ("f9 0000", .unsupported),
    ("fa 00000000", .unsupported), ("fb 0000000000000000", .unsupported), ("e0", .unsupported),
    ("62 c328", .invalidText), ("61 80", .invalidText), ("63 eda080", .invalidText),
    ("a2 01 01 01 02", .duplicateKey), ("a2 6161 01 6161 02", .duplicateKey),
    ("a2 02 00 01 00", .keyOrder), ("a2 20 00 01 00", .keyOrder),
    ("a2 6162 00 6161 00", .keyOrder), ("a2 626161 00 6162 00", .keyOrder),
    ("a2 6161 00 01 00", .keyOrder), ("a1 80 00", .invalidKey), ("a1 f5 00", .invalidKey),
    ("a1 41 00 00", .invalidKey), ("a1 f6 00", .invalidKey),
  ])
  func `bytes that are not canonical CBOR are rejected`(hex: String, error: CBORError) {
    #expect(cborError(Hex.bytes(hex)) == error)
  }

  @Test func `a map from a browser may be in any order, but has no duplicate keys`() throws {
    #expect(cborError(Hex.bytes("a2 02 00 01 00"), keys: .any) == nil)
    #expect(cborError(Hex.bytes("a3 02 00 01 00 02 00"), keys: .any) == .duplicateKey)
  }

  @Test func `the nesting of values is limited`() {
    let nested = { (levels: Int) in [UInt8](repeating: 0x81, count: levels) + [0x00] }

    #expect(cborError(nested(CBORReader.maximumDepth - 1)) == nil)
    #expect(cborError(nested(CBORReader.maximumDepth)) == .tooDeep)
    #expect(cborError(nested(60_000)) == .tooDeep)
    #expect(cborError([UInt8](repeating: 0xA1, count: 60_000)) == .tooDeep)
  }

  @Test func `the numbers of values and bytes are limited`() {
    let atLimit = TestCBOR.array(Array(repeating: .int(0), count: CBORReader.maximumItems))
    let overLimit = TestCBOR.array(Array(repeating: .int(0), count: CBORReader.maximumItems + 1))
    #expect(cborError(atLimit.encoded) == nil)
    #expect(cborError(overLimit.encoded) == .tooLarge)

    let large = TestCBOR.bytes([UInt8](repeating: 0, count: CBORReader.maximumBytes))
    #expect(cborError(large.encoded) == .tooLarge)
  }

  @Test func `the length of the first value is returned`() throws {
    let bytes: [UInt8] = [0xFF, 0x43, 1, 2, 3, 0xFF, 0xFF]

    let (value, length) = try CBORReader.readFirst(bytes[1...])

    #expect(value == .bytes([1, 2, 3]))
    #expect(length == 4)
  }

  @Test func `a map's values are found by text and integer keys`() throws {
    let map = try CBORReader.read(Hex.bytes("a3 01 18 2a 20 26 6161 f6")[...])

    #expect(map[1]?.int == 42)
    #expect(map[-1]?.int == -7)
    #expect(map["a"] == .null)
    #expect(map[2] == nil)
    #expect(map["b"] == nil)
    #expect(CBORValue.unsigned(.max).int == nil)
    #expect(CBORValue.negative(.max).int == nil)
    #expect(CBORValue.negative(UInt64(Int.max)).int == Int.min)
  }
}
