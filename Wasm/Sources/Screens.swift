// The drawn screens of a document, and those of them that are shown.

/// The drawn screens of a document, as a build shows them.
struct DrawnScreenList {
  let document: FlowDocument
  let screens: [BlockScreen]
  /// The blocks that the build shows; if nil, all of them.
  let build: BlockSupport?
  /// The previews of custom blocks.
  let previews: CustomPreviews

  init(_ document: FlowDocument, _ manifest: Manifest?) {
    self.document = document
    build = manifest.map { BlockSupport($0) }
    previews = manifest.map { CustomPreviews($0) } ?? CustomPreviews()
    var screens: [BlockScreen] = []
    for element in document.unknown["screens"]?.array ?? [] {
      if let screen = ScreenParser.parse(element).screen,
        !screens.contains(where: { $0.name == screen.name })
      {
        screens.append(screen)
      }
    }
    self.screens = screens
  }

  /// The screens as code would declare them, except those of which the build shows nothing.
  var declarations: [JSON] {
    screens.compactMap { $0.declaration(in: build ?? BlockSupport(showing: $0))?.json }
  }

  /// Returns a screen, prepared for rendering; nil if the document has no screen of that name, or
  /// the build shows nothing of it.
  func program(_ name: Name) -> ScreenProgram? {
    guard let screen = screens.first(where: { $0.name == name }) else { return nil }
    return ScreenProgram(
      screen, in: build ?? BlockSupport(showing: screen), previews: previews, document: document)
  }
}

/// A drawn screen while it is shown.
struct ShownScreen {
  var model: ScreenModel
  let options: HTMLRenderer.Options
  /// The last call that has not ended; nil if there is none.
  var call: ScreenCall?
}

nonisolated(unsafe) var drawnScreens = Handles<DrawnScreenList>()
nonisolated(unsafe) var shownScreens = Handles<ShownScreen>()

/// Reads the drawn screens of a document.
///
/// Arguments: document, manifest (optional). Result: `screens`, the handle, and `declarations`.
@_expose(wasm, "makeScreens") @_cdecl("flowcore_makeScreens")
public func makeScreens(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let document = try arguments.nextDocument()
    let manifest = try arguments.nextManifest()
    let list = DrawnScreenList(document, manifest)
    return .value([
      "screens": .number(JSONNumber(Int(drawnScreens.add(list)))),
      "declarations": .array(list.declarations),
    ])
  }
}

/// Releases the handle of a document's screens; shown ones are kept.
@_expose(wasm, "dropScreens") @_cdecl("flowcore_dropScreens")
public func dropScreens(_ handle: Int32) {
  drawnScreens[handle] = nil
}

/// Renders a screen once.
///
/// Arguments: name, values. Result: `html` and `title`; null for a screen that is not shown.
@_expose(wasm, "renderScreen") @_cdecl("flowcore_renderScreen")
public func renderScreen(
  _ list: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard let list = drawnScreens[list] else { return .noScreens }
    var arguments = Arguments(start, count)
    let name = arguments.nextName() ?? ""
    let values = try arguments.nextObject()
    guard let program = list.program(name) else { return .value(.null) }
    let screen = program.resolve(ScreenValues(values))
    return .value(.object(screen.json(HTMLRenderer.Options(values))))
  }
}

/// Shows a screen.
///
/// Arguments: name, values, `saved` of a result of `changeScreen` (optional). Result: as for
/// `changeScreen`, with `screen`, the handle; null for a screen that is not shown.
@_expose(wasm, "makeScreen") @_cdecl("flowcore_makeScreen")
public func makeScreen(
  _ list: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard let list = drawnScreens[list] else { return .noScreens }
    var arguments = Arguments(start, count)
    let name = arguments.nextName() ?? ""
    let values = try arguments.nextObject()
    let saved = try arguments.nextJSON()?.root.value
    guard let program = list.program(name) else { return .value(.null) }
    var screen = ShownScreen(
      model: ScreenModel(program, ScreenValues(values)), options: HTMLRenderer.Options(values))
    if let saved { screen.model.restore(saved) }
    var reply = screen.json([])
    reply["screen"] = .number(JSONNumber(Int(shownScreens.add(screen))))
    return .value(.object(reply))
  }
}

/// Changes a screen that is shown.
///
/// Arguments: one of `{"enter": value, "in": field}`, `{"blur": field}`, `{"press": key}`,
/// `{"choose": value, "in": key}` and `{"finish": outcome, "outputs": {…}}`, which ends a call.
/// Result: `html`, `title`, `saved`, and `effects` in order.
@_expose(wasm, "changeScreen") @_cdecl("flowcore_changeScreen")
public func changeScreen(
  _ handle: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard var screen = shownScreens[handle] else { return .noScreen }
    var arguments = Arguments(start, count)
    let effects = screen.change(try arguments.nextObject())
    shownScreens[handle] = screen
    return .value(.object(screen.json(effects)))
  }
}

/// Releases the handle of a shown screen.
@_expose(wasm, "dropScreen") @_cdecl("flowcore_dropScreen")
public func dropScreen(_ handle: Int32) {
  shownScreens[handle] = nil
}

extension Reply {
  static var noScreens: Reply { .misuse("These screens were disposed of.") }
  static var noScreen: Reply { .misuse("This screen was disposed of.") }
}

extension ShownScreen {
  fileprivate mutating func change(_ change: JSONObject) -> [ScreenEffect] {
    let target = change["in"]?.string.map { Name($0) } ?? ""
    var effects: [ScreenEffect] = []
    if let value = change["enter"] {
      model.enter(value, in: target)
    } else if let field = change["blur"]?.string {
      model.endEditing(Name(field))
    } else if let key = change["press"]?.string {
      effects = model.press(Name(key))
    } else if let value = change["choose"] {
      effects = model.choose(value, in: target)
    } else if let outcome = change["finish"]?.string, let call {
      self.call = nil
      effects = model.finish(
        call, Name(outcome), outputs: change["outputs"]?.object ?? JSONObject())
    }
    for effect in effects { if case .call(let call) = effect { self.call = call } }
    return effects
  }

  fileprivate func json(_ effects: [ScreenEffect]) -> JSONObject {
    var json = model.screen.json(options)
    json["saved"] = model.saved
    json["effects"] = .array(effects.map { $0.json })
    return json
  }
}

extension ResolvedScreen {
  fileprivate func json(_ options: HTMLRenderer.Options) -> JSONObject {
    let html = HTMLRenderer.render(self, options)
    return [
      "html": .string(String(decoding: html, as: UTF8.self)),
      "title": title.map { .string($0) } ?? .null,
    ]
  }
}

extension ScreenValues {
  fileprivate init(_ json: JSONObject) {
    func object(_ key: Name) -> JSONObject { json[key]?.object ?? JSONObject() }
    self.init(
      outputs: object("outputs"), attributes: object("attributes"),
      content: json["content"] ?? .null, state: object("state"), data: object("data"),
      products: object("products"), enteredValues: object("enteredValues"),
      today: json["today"]?.string, step: json["step"]?.string.map { Name($0) })
  }
}

extension HTMLRenderer.Options {
  /// Creates options for asset URLs that consist of the prefix `assets` and the name of the asset.
  fileprivate init(_ json: JSONObject) {
    let assets = json["assets"]?.string ?? ""
    self.init(assetURL: { assets + $0.string }, iconsURL: json["icons"]?.string ?? "")
  }
}

extension ScreenEffect {
  fileprivate var json: JSON {
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
      return [
        "call": .string(call.name.string), "with": .object(call.arguments),
        "outcomes": .array(call.outcomes.map { .string($0.name.string) }),
      ]
    case .reject(let errors):
      let list: [JSON] = errors.map { error in
        ["field": .string(error.field.string), "message": .string(error.message)]
      }
      return ["reject": .array(list)]
    }
  }
}
