internal import Foundation

/// Reading and writing the JSON of push services.
package enum JSONBody {
  /// Encodes a value as JSON with sorted keys, so that equal messages have equal bytes.
  package static func encode(_ value: some Encodable) throws(PushError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw PushError(.invalidMessage, "The message cannot be written as JSON.")
    }
  }

  /// Decodes a value from a body; nil if the body is something else, such as a proxy's HTML page.
  package static func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(body))
  }
}
