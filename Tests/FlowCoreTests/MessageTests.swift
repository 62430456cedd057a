import FlowCore
import Foundation
import Testing

/// `Conformance/messages.json` lists every message id with its arguments.
@Suite struct MessageTests {
  @Test func `every message id of a finding is listed with the arguments of its text`() throws {
    let listed = try Self.listed("findings")
    #expect(listed.map(\.id) == FindingMessageID.allCases.map(\.rawValue))
    for (message, id) in zip(listed, FindingMessageID.allCases) {
      #expect(message.arguments == id.argumentNames, "\(id.rawValue)")
    }
  }

  @Test func `every message id of a change is listed with the arguments of its text`() throws {
    let listed = try Self.listed("changes")
    #expect(listed.map(\.id) == ChangeMessageID.allCases.map(\.rawValue))
    for (message, id) in zip(listed, ChangeMessageID.allCases) {
      #expect(message.arguments == id.argumentNames, "\(id.rawValue)")
    }
  }

  @Test func `an id begins with its code or kind, and its texts are sentences`() {
    for id in FindingMessageID.allCases where id != .notListed {
      let code = id.code?.rawValue ?? "?"
      #expect(id.rawValue == code || id.rawValue.hasPrefix(code + "."))
      let finding = Finding(id, location: FlowLocation())
      #expect(finding.message.hasSuffix(".") || finding.message.hasSuffix("?"), "\(id)")
      #expect(finding.fix.hasSuffix("."), "\(id)")
      #expect(finding.message.count > "The document .".count)
    }
    for id in ChangeMessageID.allCases {
      #expect(id.rawValue == id.kind.rawValue || id.rawValue.hasPrefix(id.kind.rawValue + "."))
      #expect(Change(id, FlowLocation(), JSONObject()).sentence.hasSuffix("."), "\(id)")
    }
  }

  @Test func `every code and kind has an id`() {
    #expect(Set(FindingMessageID.allCases.compactMap(\.code)) == Set(FindingCode.allCases))
    #expect(Set(ChangeMessageID.allCases.map(\.kind)) == Set(ChangeKind.allCases))
  }

  @Test func `every finding of the vectors has the arguments that are listed for its id`() throws {
    var listed: [String: [String]] = [:]
    for message in try Self.listed("findings") { listed[message.id] = message.arguments }
    var seen: Set<String> = []
    for vector in FindingVector.all {
      let findings = try Verifier(vector.document(), manifests: vector.manifests()).findings()
      for finding in findings {
        seen.insert(finding.messageID)
        Self.check(finding.arguments, listed[finding.messageID], finding.json)
        #expect(Finding(finding.json) == finding)
        #expect(
          !finding.message.contains("{") || finding.message.contains("`{")
            || finding.code == .malformedCondition || finding.code == .unknownPlaceholder)
      }
    }
    #expect(seen.count >= 50)
  }

  @Test func `every change has the arguments that are listed for its id`() throws {
    var listed: [String: [String]] = [:]
    for message in try Self.listed("changes") { listed[message.id] = message.arguments }
    for seed in 0..<400 {
      var random = SeededRandom(seed: seed)
      let (old, new) = (random.document(), random.document())
      for change in old.changes(to: new) {
        Self.check(change.arguments, listed[change.messageID], change.json)
      }
    }
    let old = try FlowDocument(parsing: onboarding)
    for edit in ChangeTests.edits {
      var new = old
      edit.apply(&new)
      for change in old.changes(to: new) + new.changes(to: old) {
        Self.check(change.arguments, listed[change.messageID], change.json)
      }
    }
  }

  private static func check(_ arguments: JSONObject, _ listed: [String]?, _ json: JSON) {
    let names = arguments.members.map(\.key.string)
    let all = (listed ?? []).map { $0.replacing("?", with: "") }
    let required = (listed ?? []).filter { !$0.hasSuffix("?") }
    #expect(listed != nil, "\(json.text(.compact))")
    #expect(Set(names).isSubset(of: all), "\(json.text(.compact))")
    #expect(Set(required).isSubset(of: names), "\(json.text(.compact))")
  }

  private static func listed(_ key: Name) throws -> [(id: String, arguments: [String])] {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let file = root.appending(path: "Conformance/messages.json")
    let json = try JSON(parsing: [UInt8](Data(contentsOf: file)))
    return (json[key]?.object?.members ?? []).map { member in
      (id: member.key.string, arguments: (member.value.array ?? []).compactMap(\.string))
    }
  }
}
