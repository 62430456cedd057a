import Accounts
import Testing

/// The error that a check throws; nil if it throws none.
func passkeyError(_ body: () throws -> Void) throws -> PasskeyError? {
  do {
    try body()
    return nil
  } catch let error as PasskeyError { return error }
}

/// The reason why bytes are not CBOR; nil if they are.
func cborError(_ bytes: [UInt8], keys: CBORReader.KeyOrder = .canonical) -> CBORError? {
  do {
    _ = try CBORReader.read(bytes[...], keys: keys)
    return nil
  } catch { return error }
}

extension RelyingParty {
  /// The reason why a response for a new passkey is rejected; nil if it is accepted.
  func rejection(
    registering response: PasskeyVectors.Message, _ vector: PasskeyVectors.Vector
  ) throws -> PasskeyError? {
    let json = try response.json
    do throws(PasskeyError) {
      _ = try check(RegistrationResponse(json: json), challenge: vector.challengeBytes)
      return nil
    } catch { return error }
  }

  /// The reason why a passkey's response is rejected; nil if it is accepted.
  func rejection(
    using response: PasskeyVectors.Message, _ vector: PasskeyVectors.Vector
  ) throws -> PasskeyError? {
    let json = try response.json
    do throws(PasskeyError) {
      _ = try check(
        AssertionResponse(json: json), challenge: vector.challengeBytes, of: vector.passkey,
        owner: nil)
      return nil
    } catch { return error }
  }
}

/// A generator with a fixed seed, so that failures are reproducible.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// CBOR to encode, including invalid forms: maps in any order, duplicate keys.
indirect enum TestCBOR: Sendable {
  case int(Int)
  case bytes([UInt8])
  case text(String)
  case array([TestCBOR])
  case map([(TestCBOR, TestCBOR)])

  var encoded: [UInt8] {
    switch self {
    case .int(let value) where value >= 0: Self.head(0, value)
    case .int(let value): Self.head(1, -1 - value)
    case .bytes(let bytes): Self.head(2, bytes.count) + bytes
    case .text(let text): Self.head(3, text.utf8.count) + Array(text.utf8)
    case .array(let items): Self.head(4, items.count) + items.flatMap(\.encoded)
    case .map(let pairs):
      Self.head(5, pairs.count) + pairs.flatMap { $0.0.encoded + $0.1.encoded }
    }
  }

  private static func head(_ major: UInt8, _ value: Int) -> [UInt8] {
    let top = major << 5
    switch value {
    case ..<24: return [top | UInt8(value)]
    case ..<256: return [top | 24, UInt8(value)]
    case ..<65_536: return [top | 25] + withUnsafeBytes(of: UInt16(value).bigEndian) { Array($0) }
    default: return [top | 26] + withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
    }
  }
}
