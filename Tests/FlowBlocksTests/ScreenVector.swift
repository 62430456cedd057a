import FlowBlocks
import FlowCore
import Foundation
import Testing

/// A vector of `Conformance/screens/`: a drawn screen, its events, and the expected result.
struct ScreenVector: Sendable, CustomTestStringConvertible {
  let json: JSON

  static let all: [ScreenVector] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.append(path: "Conformance/screens")
    do {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      let vectors = try files.filter { $0.pathExtension == "json" }.flatMap { file in
        try JSON(parsing: [UInt8](Data(contentsOf: file)))["vectors"]?.array ?? []
      }
      return vectors.map { ScreenVector(json: $0) }.sorted { $0.number < $1.number }
    } catch {
      Issue.record("\(folder.path): \(error)")
      return []
    }
  }()

  var number: Int64 { json["number"]?.number?.int ?? -1 }

  var testDescription: String { "\(number) \(json["name"]?.string ?? "")" }

  var expect: JSONObject { json["expect"]?.object ?? JSONObject() }

  var columns: Int { Int(json["columns"]?.number?.int ?? 40) }

  /// The screen in its initial state.
  func model() throws -> ScreenModel {
    let (screen, issues) = ScreenParser.parse(json["screen"] ?? .null)
    #expect(issues == [])
    var document = json["document"]?.object ?? JSONObject()
    document["schema"] = 1
    document["flows"] = []
    let flowDocument = try FlowDocument(parsing: JSON.object(document).utf8())
    let blockScreen = try #require(screen)
    guard let manifest = json["manifests"]?.array?.first else {
      return ScreenModel(ScreenProgram(blockScreen, document: flowDocument), values)
    }
    let build = try Manifest(parsing: manifest.text(.compact))
    let program = ScreenProgram(
      blockScreen, in: BlockSupport(build), previews: CustomPreviews(build),
      document: flowDocument)
    return ScreenModel(try #require(program), values)
  }

  private var values: ScreenValues {
    func object(_ key: Name) -> JSONObject { json["values"]?[key]?.object ?? JSONObject() }
    return ScreenValues(
      outputs: object("outputs"), attributes: object("attributes"),
      content: json["values"]?["content"] ?? .null, state: object("state"), data: object("data"),
      products: object("products"), enteredValues: object("enteredValues"),
      today: json["values"]?["today"]?.string)
  }

  var options: HTMLRenderer.Options {
    let assets = json["values"]?["assets"]?.string ?? ""
    return HTMLRenderer.Options(
      assetURL: { assets + $0.string }, iconsURL: json["values"]?["icons"]?.string ?? "")
  }

  /// The expected texts of a list, joined, or a single text.
  func expectedText(_ key: Name, separator: String) -> String? {
    guard let value = expect[key] else { return nil }
    return value.string ?? (value.array ?? []).compactMap(\.string).joined(separator: separator)
  }
}

/// A drawn screen that processes the events of a vector.
struct ScreenVectorRun {
  var model: ScreenModel
  private(set) var effects: [[ScreenEffect]] = []
  private var call: ScreenCall?

  init(_ vector: ScreenVector) throws {
    model = try vector.model()
    for event in vector.json["events"]?.array ?? [] { run(event) }
  }

  private mutating func run(_ event: JSON) {
    let target = Name(event["in"]?.string ?? "")
    var newEffects: [ScreenEffect] = []
    if let value = event["enter"] {
      model.enter(value, in: target)
    } else if let field = event["blur"]?.string {
      model.endEditing(Name(field))
    } else if let key = event["press"]?.string {
      newEffects = model.press(Name(key))
    } else if let value = event["choose"] {
      newEffects = model.choose(value, in: target)
    } else if let outcome = event["finish"]?.string, let call {
      newEffects = model.finish(
        call, Name(outcome), outputs: event["outputs"]?.object ?? JSONObject())
    } else {
      Issue.record("There is no such event: \(event.text(.compact))")
    }
    for case .call(let call) in newEffects { self.call = call }
    effects.append(newEffects)
  }
}

extension ScreenEffect {
  /// The effect in the format of the vectors.
  var json: JSON {
    switch self {
    case .fire(let port, let output):
      var json: JSONObject = ["fire": .string(port.string)]
      json["output"] = output
      return .object(json)
    case .back: return ["back": true]
    case .open(let url, let inBrowser):
      return ["open": .string(url), "in": inBrowser ? "browser" : "sheet"]
    case .step(let step): return ["step": .string(step.string)]
    case .call(let call):
      return ["call": .string(call.name.string), "with": .object(call.arguments)]
    case .reject(let errors): return ["reject": .array(errors.map(\.vectorJSON))]
    }
  }
}

extension FieldError {
  /// The field error in the format of the vectors.
  var vectorJSON: JSON { ["field": .string(field.string), "message": .string(message)] }
}
