import FlowCore
import Foundation
import Testing

/// The findings that every runtime must produce, in order.
@Suite struct FindingVectorTests {
  @Test(arguments: FindingVector.all)
  func `a document has exactly the findings of its vector`(vector: FindingVector) throws {
    let findings = try Verifier(vector.document(), manifests: vector.manifests()).findings()

    #expect(
      findings.map { vector.comparableJSON($0) } == vector.expected,
      "\(findings.map { $0.json.text(.compact) }.joined(separator: "\n"))")
  }

  @Test func `every code has a vector with a finding and one without`() {
    let codes = FindingVector.all.map { vector in
      Set(vector.expected.compactMap { $0["code"]?.string })
    }
    // A document with too many parts is too large for a vector, and JSON cannot have a duplicate
    // port, because keys are unique.
    for code in FindingCode.allCases where code != .tooManyParts && code != .duplicatePort {
      #expect(codes.contains { $0.contains(code.rawValue) }, "no vector has \(code.rawValue)")
      #expect(codes.contains { !$0.contains(code.rawValue) })
    }
  }

  @Test func `vectors have unique numbers from 100 to 299`() {
    let numbers = FindingVector.all.map(\.number)
    #expect(numbers.count == Set(numbers).count)
    #expect(numbers.allSatisfy { (100...299).contains($0) })
  }

  @Test func `every finding has a message and a fix`() throws {
    for vector in FindingVector.all {
      let verifier = try Verifier(vector.document(), manifests: vector.manifests())
      for finding in verifier.findings() {
        #expect([".", "?"].contains(finding.message.suffix(1)) && !finding.message.contains(".."))
        #expect(finding.fix.hasSuffix("."))
        #expect(!finding.message.contains("  ") && !finding.message.contains("“”"))
      }
    }
  }
}

/// One vector of `Conformance/findings`.
struct FindingVector: Sendable, CustomTestStringConvertible {
  let number: Int
  let json: JSON

  var testDescription: String { "\(number) \(json["name"]?.string ?? "")" }

  var expected: [JSON] { json["expect"]?["findings"]?.array ?? [] }

  func document() throws -> FlowDocument {
    try FlowDocument(parsing: (json["document"] ?? .null).text(.compact))
  }

  func manifests() throws -> [Manifest] {
    try (json["manifests"]?.array ?? []).map { try Manifest(parsing: $0.text(.compact)) }
  }

  /// A finding without its English texts; with its path and pointer only if the vector has them.
  func comparableJSON(_ finding: Finding) -> JSON {
    guard case .object(var object) = finding.json else { return .null }
    object["message"] = nil
    object["fix"] = nil
    let expectation = expected.first {
      $0["code"] == object["code"] && $0["step"] == object["step"] && $0["port"] == object["port"]
        && $0["route"] == object["route"]
    }
    if expectation?["messageId"] == nil, finding.messageID == finding.code.rawValue {
      object["messageId"] = nil
    }
    if expectation?["arguments"] == nil, finding.arguments.isEmpty { object["arguments"] = nil }
    if expectation?["path"] == nil { object["path"] = nil }
    if expectation?["pointer"] == nil { object["pointer"] = nil }
    return .object(object)
  }

  static let all: [FindingVector] = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.append(path: "Conformance/findings")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var vectors: [FindingVector] = []
    for file in files.sorted() where file.hasSuffix(".json") {
      guard let data = FileManager.default.contents(atPath: folder.appending(path: file).path),
        let json = try? JSON(parsing: Array(data))
      else { continue }
      for vector in json["vectors"]?.array ?? [] {
        vectors.append(
          FindingVector(number: Int(vector["number"]?.number?.int ?? 0), json: vector))
      }
    }
    return vectors
  }()
}
