import FlowCore
import Testing

/// The vectors that every runtime of the engine must pass, documented in `Conformance/README.md`.
@Suite struct ConformanceTests {
  @Test func `vectors have unique numbers and names`() {
    #expect(Vector.all.count >= 150)
    for (left, right) in zip(Vector.all, Vector.all.dropFirst()) {
      #expect(left.number < right.number, "\(left.testDescription), \(right.testDescription)")
    }
    #expect(Set(Vector.all.map { "\($0.file) \($0.testDescription)" }).count == Vector.all.count)
  }

  @Test(arguments: Vector.having("condition"))
  func condition(_ vector: Vector) throws {
    let segments = (vector.json["groups"]?.object?.members ?? []).map {
      Segment(name: $0.key, values: $0.value.array ?? [])
    }
    let condition = Condition(try #require(vector.json["condition"]), segments: segments)
    #expect(condition.matches(vector.context) == vector.expect["matches"]?.bool)
    let issues = (vector.expect["issues"]?.array ?? []).compactMap(\.string)
    #expect(condition.issues.map(\.kind.rawValue) == issues)
  }

  @Test(arguments: Vector.having("bucket"))
  func bucket(_ vector: Vector) throws {
    let bucket = try #require(vector.json["bucket"])
    let number = BucketHash.number(
      seed: try #require(bucket["seed"]?.string), value: try #require(bucket["value"]?.string),
      version: Int(try #require(bucket["version"]?.number?.int)))
    #expect(number == vector.expect["number"]?.number?.double)
  }

  @Test(arguments: Vector.all.filter(\.isDocument))
  func document(_ vector: Vector) throws {
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
    guard let wanted = vector.json["convert"] else { return }
    var current = document
    var conversion = Conversion(json: .null)
    for name in wanted.array ?? [wanted] {
      guard let format = DocumentFormat(rawValue: name.string ?? "") else {
        Issue.record("\(name.text()) is not a format")
        return
      }
      conversion = current.converted(to: format)
      do throws(FlowError) {
        current = try FlowDocument(parsing: conversion.json.utf8(.compact))
      } catch {
        Issue.record("what was converted to \(name.text()) cannot be read: \(error)")
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
    if let least = vector.expect["lossesAtLeast"]?.number?.int { #expect(losses.count >= least) }
  }

  private func checkFindings(
    _ vector: Vector, _ document: FlowDocument
  ) throws(FlowError) {
    let wanted = vector.expect["findings"]?.array
    guard wanted != nil || vector.expect["errors"] != nil else { return }
    let findings = Verifier(document, manifests: try vector.readManifests()).findings().map(\.json)
    if let wanted { expect(vector, "findings", .array(findings), wanted: .array(wanted)) }
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
    for member in vectorRun.description.members { expect(vector, member.key, member.value) }
    expect(vector, "steps", .array(vectorRun.steps))
    expect(vector, "exposures", .array(vectorRun.exposures))
    if let edges = vector.expect["edges"]?.array {
      expect(vector, "edges", .array(Array(vectorRun.edges.prefix(edges.count))))
    }
    if vectorRun.description["error"] == nil { #expect(vector.expect["error"] == nil) }
    if vectorRun.description["outcome"] == nil { #expect(vector.expect["outcome"] == nil) }
    for entry in vector.expect["drafts"]?.object?.members ?? [] {
      #expect(vectorRun.session.enteredValue(entry.key) == entry.value)
    }
  }

  /// Compares a result with the vector's expectation, if it has one.
  private func expect(_ vector: Vector, _ key: Name, _ found: JSON, wanted: JSON? = nil) {
    guard let wanted = wanted ?? vector.expect[key] else { return }
    let isWhole: Bool =
      switch key {
      case "outputs", "content", "converted": true
      default: false
      }
    let fits = isWhole ? found == wanted : found.fits(wanted)
    #expect(fits, "\(key): wanted \(wanted.text(.compact)), found \(found.text(.compact))")
  }
}

extension Vector {
  /// Whether it is about a document; vectors about drawn screens are run by `FlowBlocksTests`.
  fileprivate var isDocument: Bool {
    ["condition", "bucket", "screen"].allSatisfy { json[$0] == nil }
  }

  fileprivate var isSession: Bool {
    let keys: [Name] = [
      "path", "status", "start", "steps", "outputs", "content", "exposures", "edges", "drafts",
      "release", "error",
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
  /// Whether this contains everything expected: the expected members, and all elements in order.
  fileprivate func fits(_ wanted: JSON) -> Bool {
    switch (self, wanted) {
    case (.object(let found), .object(let wanted)):
      wanted.members.allSatisfy { found[$0.key]?.fits($0.value) ?? false }
    case (.array(let found), .array(let wanted)):
      found.count == wanted.count && zip(found, wanted).allSatisfy { $0.fits($1) }
    default: self == wanted
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
