import Crypto
import Foundation

/// Writes a tar archive (POSIX ustar), which `tar tf` lists.
struct TarWriter {
  private let sink: any ByteSink
  private let time: Int

  init(_ sink: any ByteSink, time: Int) {
    self.sink = sink
    // Eleven octal digits end in the year 2242.
    self.time = min(max(time, 0), (1 << 33) - 1)
  }

  func add(_ name: String, bytes: [UInt8]) throws {
    try sink.write(header(name, size: bytes.count))
    try sink.write(bytes + padding(bytes.count))
  }

  /// Adds a file of known size.
  func add(_ name: String, file path: String, size: Int) throws {
    try sink.write(header(name, size: size))
    let file = try InputFile(path)
    var remaining = size
    while remaining > 0 {
      try Task.checkCancellation()
      let bytes = try file.read(min(remaining, 1 << 20))
      guard !bytes.isEmpty else {
        throw BackupFailure("\(path) was truncated while it was read. Repeat the backup.")
      }
      try sink.write(bytes)
      remaining -= bytes.count
    }
    try sink.write(padding(size))
  }

  func finish() throws {
    try sink.write([UInt8](repeating: 0, count: 1024))
    try sink.finish()
  }

  private func padding(_ size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (512 - size % 512) % 512)
  }

  private func header(_ name: String, size: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at start: Int) {
      for (offset, byte) in text.utf8.enumerated() { block[start + offset] = byte }
    }
    func octal(_ value: Int, digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {  // As GNU tar and bsdtar encode sizes beyond eleven octal digits.
      for byte in 0..<8 { block[135 - byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
      block[124] = 0x80
    }
    put(octal(time, digits: 11), at: 136)
    put("        0", at: 148)
    put("ustar\u{0}00", at: 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
    return block
  }
}

/// Reads the archives that `TarWriter` writes; other variants of tar are not supported.
struct TarReader {
  struct Entry {
    let name: String
    let size: Int
  }

  private let source: any ByteSource

  init(_ source: any ByteSource) { self.source = source }

  /// The next entry, whose bytes must be read before the following entry; nil at the end of the
  /// archive.
  func next() throws -> Entry? {
    let block = try source.read(512)
    guard block.count == 512 else { throw BackupFailure("The archive is incomplete.") }
    if block.allSatisfy({ $0 == 0 }) {
      try readZeros(512)
      guard try source.read(1).isEmpty else {
        throw BackupFailure("The archive is damaged: it continues after its end.")
      }
      return nil
    }
    let sum = Int(Self.text(block[148..<154]), radix: 8)
    let blanked = block[..<148] + [UInt8](repeating: 32, count: 8) + block[156...]
    guard sum == blanked.reduce(0, { $0 + Int($1) }), Self.text(block[257..<262]) == "ustar" else {
      throw BackupFailure("The archive is damaged, or was not written by `flowmagic backup`.")
    }
    let size =
      block[124] == 0x80
      ? block[128..<136].reduce(0) { $0 << 8 | Int($1) }
      : Int(Self.text(block[124..<135]), radix: 8)
    guard let size, size >= 0 else { throw BackupFailure("The archive is damaged.") }
    return Entry(name: Self.text(block[..<100]), size: size)
  }

  /// Reads an entry's bytes and passes them to `body` in chunks.
  ///
  /// - Returns: Their SHA-256 digest in hexadecimal digits.
  func read(_ entry: Entry, _ body: ([UInt8]) throws -> Void) throws -> String {
    var remaining = entry.size
    var hash = SHA256()
    while remaining > 0 {
      let bytes = try source.read(min(remaining, 1 << 20))
      guard !bytes.isEmpty else { throw BackupFailure("The archive is incomplete.") }
      hash.update(data: bytes)
      try body(bytes)
      remaining -= bytes.count
    }
    try readZeros((512 - entry.size % 512) % 512)
    return HexDigits.string(hash.finalize())
  }

  /// Reads padding, which must be zeros, so that damage anywhere is detected.
  private func readZeros(_ count: Int) throws {
    guard count > 0 else { return }
    let bytes = try source.read(count)
    guard bytes.count == count else { throw BackupFailure("The archive is incomplete.") }
    guard bytes.allSatisfy({ $0 == 0 }) else { throw BackupFailure("The archive is damaged.") }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Conversion of bytes to hexadecimal digits.
enum HexDigits {
  static func string(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
