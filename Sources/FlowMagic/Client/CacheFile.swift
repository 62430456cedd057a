#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
import FlowCore

/// The content of one cache file.
///
/// The checksum detects disk corruption; the signatures in the body protect against tampering.
/// Everything that decides which release is used is signed.
package struct CacheFile: Equatable {
  package let entry: CacheEntry
  /// Increases with each write; the highest generation is the newest.
  package let generation: Int64

  private static let format = "flowmagic-cache 1"

  package init(entry: CacheEntry, generation: Int64) {
    self.entry = entry
    self.generation = generation
  }

  package var bytes: [UInt8] {
    let body = JSON.object([
      "chain": .string(String(decoding: entry.chain, as: UTF8.self)),
      "envelope": .string(String(decoding: entry.envelope, as: UTF8.self)),
    ]).utf8(.canonical)
    return Array("\(Self.format) \(generation) \(Self.checksum(generation, body))\n".utf8) + body
  }

  /// The error that is thrown for an invalid cache file.
  package struct InvalidFile: Error, CustomStringConvertible {
    package let description: String
  }

  package init(parsing bytes: [UInt8]) throws {
    guard let end = bytes.prefix(256).firstIndex(of: UInt8(ascii: "\n")) else {
      throw InvalidFile(description: "it has no valid header")
    }
    let header = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    let body = [UInt8](bytes[(end + 1)...])
    // NB: the first write has generation 1. The next one adds 1, which must not overflow.
    guard header.count == 4, "\(header[0]) \(header[1])" == Self.format,
      let generation = Int64(header[2]), (1..<Int64(1) << 53).contains(generation)
    else { throw InvalidFile(description: "it has no valid header") }
    guard Self.checksum(generation, body) == header[3]
    else { throw InvalidFile(description: "its checksum does not match its content") }
    // By default an envelope has at most 16 MiB and a chain 1 MiB; escaping at most doubles both.
    let root = try ParsedJSON(body, limits: JSONLimits(bytes: 40 << 20)).root
    entry = CacheEntry(
      envelope: Array(try root.requiredString("envelope").utf8),
      chain: Array(try root.requiredString("chain").utf8))
    self.generation = generation
  }

  private static func checksum(_ generation: Int64, _ body: [UInt8]) -> String {
    SHA256.hash(data: Array("\(generation)\n".utf8) + body).hex
  }
}
