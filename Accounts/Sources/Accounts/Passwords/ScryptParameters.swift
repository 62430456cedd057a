internal import Crypto
internal import CryptoExtras

/// The cost of hashing a password, in work and memory.
public struct ScryptParameters: Sendable, Equatable {
  /// The base-2 logarithm of the cost parameter N.
  public let logRounds: Int
  /// The block size r.
  public let blockSize: Int
  /// The parallelization parameter, p.
  public let parallelism: Int

  /// Creates parameters.
  public init(logRounds: Int, blockSize: Int, parallelism: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// OWASP's first recommendation for scrypt (Password Storage Cheat Sheet, 2025): N = 2^17, r = 8,
  /// p = 1, which takes 128 MiB and 0.1 to 0.25 s of one core.
  public static let owasp = ScryptParameters(logRounds: 17, blockSize: 8, parallelism: 1)
  /// For tests only: fast and insecure.
  public static let forTests = ScryptParameters(logRounds: 4, blockSize: 1, parallelism: 1)

  /// The bytes of memory that one run takes.
  public var memory: Int { 128 * blockSize << logRounds }

  /// Whether they are within limits: a stored hash may require at most 256 MiB.
  var isUsable: Bool {
    (1...20).contains(logRounds) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
      && memory <= 256 << 20
  }

  /// Whether any parameter is lower than the other's.
  func isBelow(_ other: ScryptParameters) -> Bool {
    logRounds < other.logRounds || blockSize < other.blockSize || parallelism < other.parallelism
  }

  /// One run of scrypt (RFC 7914); takes `memory` bytes, and blocks the calling thread.
  package func derive(from password: [UInt8], salt: [UInt8], length: Int) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: password, salt: salt, outputByteCount: length, rounds: 1 << logRounds,
      blockSize: blockSize, parallelism: parallelism)
    return key.withUnsafeBytes { Array($0) }
  }
}
