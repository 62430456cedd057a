import Crypto
import CryptoExtras
import Foundation

/// An archive encrypted with a passphrase.
///
/// scrypt (RFC 7914) derives the key. AES-256-GCM encrypts chunks of 1 MiB, whose nonces contain a
/// counter and mark the last chunk, so that removed or reordered chunks and a truncated archive are
/// detected (the STREAM construction).
enum SealedStream {
  static let magic = Array("FlowMagic sealed backup\n".utf8)
  static let chunkSize = 1 << 20
  fileprivate static let tagSize = 16

  /// The header before the chunks; authenticated with each of them.
  fileprivate struct Header {
    /// The base-2 logarithm of scrypt's cost parameter N.
    let logRounds: UInt8
    let salt: [UInt8]
    let noncePrefix: [UInt8]

    static let length = magic.count + 1 + 16 + 7

    var bytes: [UInt8] { magic + [logRounds] + salt + noncePrefix }

    init() {
      logRounds = 17
      salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
      noncePrefix = (0..<7).map { _ in UInt8.random(in: 0...255) }
    }

    init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.length, bytes.starts(with: magic) else { return nil }
      let fields = Array(bytes[magic.count...])
      // A damaged header must not make scrypt allocate all memory.
      guard (14...20).contains(fields[0]) else { return nil }
      logRounds = fields[0]
      salt = Array(fields[1..<17])
      noncePrefix = Array(fields[17...])
    }

    func key(_ passphrase: String) throws -> SymmetricKey {
      try KDF.Scrypt.deriveKey(
        from: Array(passphrase.utf8), salt: salt, outputByteCount: 32, rounds: 1 << Int(logRounds),
        blockSize: 8, parallelism: 1)
    }

    func nonce(_ index: UInt32, isLast: Bool) throws -> AES.GCM.Nonce {
      let count = withUnsafeBytes(of: index.bigEndian) { Array($0) }
      return try AES.GCM.Nonce(data: noncePrefix + count + [isLast ? 1 : 0])
    }
  }
}

/// Encrypts what is written to it.
final class EncryptingSink: ByteSink {
  private let sink: any ByteSink
  private let header = SealedStream.Header()
  private let key: SymmetricKey
  private var pending: [UInt8] = []
  private var index: UInt32 = 0

  init(_ sink: any ByteSink, passphrase: String) throws {
    self.sink = sink
    key = try header.key(passphrase)
    try sink.write(header.bytes)
  }

  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    // NB: waits for one byte more than a chunk, so that a full chunk is never followed by an empty
    // last one.
    while pending.count > SealedStream.chunkSize {
      try seal(Array(pending.prefix(SealedStream.chunkSize)), isLast: false)
      pending.removeFirst(SealedStream.chunkSize)
    }
  }

  func finish() throws {
    try seal(pending, isLast: true)
    pending = []
    try sink.finish()
  }

  private func seal(_ bytes: [UInt8], isLast: Bool) throws {
    let box = try AES.GCM.seal(
      bytes, using: key, nonce: try header.nonce(index, isLast: isLast),
      authenticating: header.bytes)
    try sink.write(Array(box.ciphertext) + Array(box.tag))
    index += 1
  }
}

/// Decrypts an encrypted archive.
final class DecryptingSource: ByteSource {
  private let source: any ByteSource
  private let header: SealedStream.Header
  private let key: SymmetricKey
  private var nextChunk: [UInt8]
  private var decrypted: ArraySlice<UInt8> = []
  private var index: UInt32 = 0
  private var isAtEnd = false

  /// Creates a source that reads an encrypted archive, starting with its header.
  init(_ source: any ByteSource, passphrase: String) throws {
    self.source = source
    guard let header = SealedStream.Header(try source.read(SealedStream.Header.length)) else {
      throw BackupFailure("The archive's header is damaged.")
    }
    self.header = header
    key = try header.key(passphrase)
    nextChunk = try source.read(SealedStream.chunkSize + SealedStream.tagSize)
  }

  func read(_ count: Int) throws -> [UInt8] {
    while decrypted.count < count, !isAtEnd { decrypted += try decryptChunk() }
    defer { decrypted = decrypted.dropFirst(count) }
    return Array(decrypted.prefix(count))
  }

  private func decryptChunk() throws -> [UInt8] {
    let chunk = nextChunk
    nextChunk = try source.read(SealedStream.chunkSize + SealedStream.tagSize)
    isAtEnd = nextChunk.isEmpty
    do {
      let split = max(0, chunk.count - SealedStream.tagSize)
      let box = try AES.GCM.SealedBox(
        nonce: try header.nonce(index, isLast: isAtEnd), ciphertext: chunk[..<split],
        tag: chunk[split...])
      let plaintext = Array(try AES.GCM.open(box, using: key, authenticating: header.bytes))
      index += 1
      return plaintext
    } catch {
      throw BackupFailure(
        index == 0
          ? "The passphrase is wrong, or the archive is damaged."
          : "The archive is damaged or incomplete.")
    }
  }
}
