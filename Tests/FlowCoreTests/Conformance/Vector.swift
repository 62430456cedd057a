import FlowCore
import Foundation
import Testing

/// A vector of `Conformance/`, with its repetitions expanded.
struct Vector: Sendable, CustomTestStringConvertible {
  let file: String
  let json: JSONObject

  /// All vectors of all files, ordered by number.
  static let all: [Vector] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Conformance")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var vectors: [Vector] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "json" else { continue }
      vectors += read(file)
    }
    return vectors.sorted { $0.number < $1.number }
  }()

  /// The vectors that have a member.
  static func having(_ key: Name) -> [Vector] { all.filter { $0.json[key] != nil } }

  static func sample(_ name: String) throws -> JSON {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Samples").appendingPathComponent(name)
    return try JSON(parsing: [UInt8](Data(contentsOf: file)))
  }

  private static func read(_ file: URL) -> [Vector] {
    do {
      let json = try JSON(parsing: [UInt8](Data(contentsOf: file)))
      guard json["format"] == 1, let list = json["vectors"]?.array else {
        Issue.record("\(file.path) is not a file of vectors of format 1.")
        return []
      }
      return list.map { Vector(file: file.lastPathComponent, json: $0.object ?? JSONObject()) }
    } catch {
      Issue.record("\(file.path): \(error)")
      return []
    }
  }

  private init(file: String, json: JSONObject) {
    self.file = file
    self.json = Vector.expanded(.object(json)).object ?? json
  }

  var number: Int64 { json["number"]?.number?.int ?? -1 }

  var testDescription: String { "\(number) \(json["name"]?.string ?? "")" }

  var expect: JSONObject { json["expect"]?.object ?? JSONObject() }

  var context: JSONObject { json["context"]?.object ?? JSONObject() }

  /// The bytes to parse: of a sample, of hexadecimal digits or a text, or of the vector's document.
  var bytes: [UInt8]? {
    get throws {
      if let name = json["sample"]?.string { return try Vector.sample(name).utf8(.compact) }
      if let hexadecimal = json["bytes"]?.string { return Vector.bytes(hexadecimal) }
      if let text = json["text"] {
        let parts = text.array ?? [text]
        return Array(parts.compactMap(\.string).joined().utf8)
      }
      return json["document"]?.utf8(.compact)
    }
  }

  /// The builds' manifests; the first is the build that runs the session.
  var manifests: [Manifest] {
    get throws {
      var manifests: [Manifest] = []
      for json in json["manifests"]?.array ?? [] {
        manifests.append(try Manifest(parsing: json.text(.compact)))
      }
      for name in json["manifestSamples"]?.array ?? [] {
        let json = try Vector.sample(name.string ?? "")
        manifests.append(try Manifest(parsing: json.text(.compact)))
      }
      return manifests
    }
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(digits[index...(index + 1)]), radix: 16)
    }
  }

  /// Expands `{"#repeat": text, "times": count}` and `{"#join": [text, …]}`.
  private static func expanded(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(expanded))
    case .object(let object):
      if let text = object["#repeat"]?.string, let times = object["times"]?.number?.int {
        return .string(String(repeating: text, count: Int(times)))
      }
      if let parts = object["#join"]?.array {
        return .string(parts.map(expanded).compactMap(\.string).joined())
      }
      return .object(
        JSONObject(object.members.map { .init(key: $0.key, value: expanded($0.value)) }))
    default: return json
    }
  }
}
