import FlowCore
import Testing

/// The vectors that every runtime of the engine must pass, documented in `Conformance/README.md`.
@Suite struct ConformanceTests {
  @Test func `vectors have unique numbers and names`() {
    #expect(Vector.all.count >= 150)
    for (left, right) in zip(Vector.all, Vector.all.dropFirst()) {
      #expect(left.number < right.number, "\(left.testDescription), \(right.testDescription)")
    }
    let names = Set(Vector.all.map { "\($0.file) \($0.json["name"]?.string ?? "")" })
    #expect(names.count == Vector.all.count)
  }

  @Test(arguments: Vector.having("condition"))
  func `a condition has the expected result and issues`(_ vector: Vector) throws {
    let segments = (vector.json["groups"]?.object?.members ?? []).map {
      Segment(name: $0.key, values: $0.value.array ?? [])
    }
    let condition = Condition(try #require(vector.json["condition"]), segments: segments)
    #expect(condition.matches(vector.context) == vector.expect["matches"]?.bool)
    let issues = (vector.expect["issues"]?.array ?? []).compactMap(\.string)
    #expect(condition.issues.map(\.kind.rawValue) == issues)
  }

  @Test(arguments: Vector.having("bucket"))
  func `a bucket has the expected number`(_ vector: Vector) throws {
    let bucket = try #require(vector.json["bucket"])
    let number = BucketHash.number(
      seed: try #require(bucket["seed"]?.string), value: try #require(bucket["value"]?.string),
      version: Int(try #require(bucket["version"]?.number?.int)))
    #expect(number == vector.expect["number"]?.number?.double)
  }

  @Test(arguments: Vector.all.filter(\.isDocument))
  func `a document and its session have the expected results`(_ vector: Vector) throws {
    let bytes = try #require(try vector.bytes)
    do throws(FlowError) {
      let document = try FlowDocument(parsing: bytes)
      checkConversion(vector, document)
      try checkFindings(vector, document)
      try checkSession(vector, document)
    } catch {
      expect(vector, "error", .object(error.json.object ?? JSONObject()))
      #expect(vector.expect["error"] != nil, "\(error)")
    }
  }

  private func checkConversion(_ vector: Vector, _ document: FlowDocument) {
    guard let formats = vector.json["convert"] else { return }
    var current = document
    var conversion = Conversion(json: .null)
    for name in formats.array ?? [formats] {
      guard let format = DocumentFormat(rawValue: name.string ?? "") else {
        Issue.record("\(name.text()) is not a format")
        return
      }
      conversion = current.converted(to: format)
      do throws(FlowError) {
        current = try FlowDocument(parsing: conversion.json.utf8(.compact))
      } catch {
        Issue.record("the document converted to \(name.text()) cannot be read: \(error)")
      }
    }
    let (json, losses) = (conversion.json, conversion.losses)
    expect(vector, "converted", json)
    if let members = vector.expect["convertedHas"]?.object?.members {
      for member in members {
        #expect(json.value(at: member.key.string) == member.value, "\(member.key): \(json.text())")
      }
    }
    if let count = vector.expect["losses"]?.array?.count { #expect(losses.count == count) }
    if let minimum = vector.expect["lossesAtLeast"]?.number?.int {
      #expect(losses.count >= minimum)
    }
  }

  private func checkFindings(
    _ vector: Vector, _ document: FlowDocument
  ) throws(FlowError) {
    guard vector.expect["findings"] != nil || vector.expect["errors"] != nil else { return }
    let findings = Verifier(document, manifests: try vector.readManifests()).findings().map(\.json)
    expect(vector, "findings", .array(findings))
    expect(vector, "errors", .array(findings.filter { $0["severity"] == "error" }))
  }

  private func checkSession(
    _ vector: Vector, _ document: FlowDocument
  ) throws(FlowError) {
    guard vector.isSession else { return }
    let manifest = try vector.readManifests().first
    var vectorRun = try VectorRun(vector, Release(document, manifest: manifest))
    for event in vector.json["events"]?.array ?? [] {
      do {
        try vectorRun.run(event, manifest: manifest)
      } catch {
        Issue.record("\(event.text()): \(error)")
      }
    }
    for member in vectorRun.summary.members { expect(vector, member.key, member.value) }
    expect(vector, "steps", .array(vectorRun.steps))
    expect(vector, "exposures", .array(vectorRun.exposures))
    if let edges = vector.expect["edges"]?.array {
      expect(vector, "edges", .array(Array(vectorRun.edges.prefix(edges.count))))
    }
    if vectorRun.summary["error"] == nil { #expect(vector.expect["error"] == nil) }
    if vectorRun.summary["outcome"] == nil { #expect(vector.expect["outcome"] == nil) }
    for entry in vector.expect["enteredValues"]?.object?.members ?? [] {
      #expect(vectorRun.session.enteredValue(entry.key) == entry.value)
    }
  }

  /// Compares a result with the vector's expectation, if it has one.
  private func expect(_ vector: Vector, _ key: Name, _ actual: JSON) {
    guard let expected = vector.expect[key] else { return }
    let isExact: Bool =
      switch key {
      case "outputs", "content", "converted": true
      default: false
      }
    let isMet = isExact ? actual == expected : actual.satisfies(expected)
    #expect(isMet, "\(key): expected \(expected.text(.compact)), got \(actual.text(.compact))")
  }
}

extension Vector {
  /// Whether it is about a document; vectors about drawn screens are run by `FlowBlocksTests`.
  fileprivate var isDocument: Bool {
    ["condition", "bucket", "screen"].allSatisfy { json[$0] == nil }
  }

  fileprivate var isSession: Bool {
    let keys: [Name] = [
      "path", "status", "start", "steps", "outputs", "content", "exposures", "edges",
      "enteredValues", "release", "error",
    ]
    return keys.contains { expect[$0] != nil }
  }

  fileprivate func readManifests() throws(FlowError) -> [Manifest] {
    do {
      return try manifests
    } catch let error as FlowError {
      throw error
    } catch {
      throw FlowError(.invalidValue, "\(error)")
    }
  }
}

extension JSON {
  /// Whether the value has the expected members, among others, and exactly the expected elements.
  fileprivate func satisfies(_ expected: JSON) -> Bool {
    switch (self, expected) {
    case (.object(let object), .object(let expected)):
      expected.members.allSatisfy { object[$0.key]?.satisfies($0.value) ?? false }
    case (.array(let elements), .array(let expected)):
      elements.count == expected.count && zip(elements, expected).allSatisfy { $0.satisfies($1) }
    default: self == expected
    }
  }

  /// The value at a JSON Pointer without escapes.
  fileprivate func value(at pointer: String) -> JSON? {
    var value: JSON? = self
    for part in pointer.split(separator: "/") {
      if let index = Int(part), let list = value?.array {
        value = list.indices.contains(index) ? list[index] : nil
      } else {
        value = value?[Name(String(part))]
      }
    }
    return value
  }
}
