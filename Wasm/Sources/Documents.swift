// Operations on a document as a whole.

/// Verifies a document.
///
/// Arguments: document, manifests as an array (optional). Result: the findings.
@_expose(wasm, "verify") @_cdecl("flowcore_verify")
public func verify(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let document = try arguments.nextDocument()
    var manifests: [Manifest] = []
    if let parsed = try arguments.nextJSON() {
      for element in try parsed.root.requireArray() { manifests.append(try Manifest(element)) }
    }
    let findings = Verifier(document, manifests: manifests).findings()
    return .value(.array(findings.map { $0.json }))
  }
}

/// Converts a document.
///
/// Arguments: document, format. Result: `json`, the document in the format, and `losses`.
@_expose(wasm, "convert") @_cdecl("flowcore_convert")
public func convert(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let document = try arguments.nextDocument()
    let name = arguments.nextName() ?? ""
    guard let format = DocumentFormat.allCases.first(where: { Name($0.rawValue) == name }) else {
      throw FlowError(
        .invalidValue, "The format must be one of native, flowmagic and flowkit, not \(name).")
    }
    let conversion = document.converted(to: format)
    let losses = conversion.losses.map { loss in
      JSON.object(
        JSONObject(
          [JSONObject.Member(key: "message", value: .string(loss.message))] + loss.location.members)
      )
    }
    return .value(["json": conversion.json, "losses": .array(losses)])
  }
}

/// Compares two documents.
///
/// Arguments: the old document, the new one. Result: the changes.
@_expose(wasm, "diff") @_cdecl("flowcore_diff")
public func diff(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let old = try arguments.nextDocument()
    let new = try arguments.nextDocument()
    return .value(.array(old.changes(to: new).map { $0.json }))
  }
}

/// Compiles a document.
///
/// Arguments: document, manifest (optional). Result: the release's handle.
@_expose(wasm, "makeRelease") @_cdecl("flowcore_makeRelease")
public func makeRelease(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let document = try arguments.nextDocument()
    let manifest = try arguments.nextManifest()
    return .handle(releases.add(try Release(document, manifest: manifest)))
  }
}

/// Releases the handle of a release; sessions that run it keep it alive.
@_expose(wasm, "dropRelease") @_cdecl("flowcore_dropRelease")
public func dropRelease(_ handle: Int32) {
  releases[handle] = nil
}

extension Arguments {
  /// Returns the next argument as a document; throws if it was omitted.
  mutating func nextDocument() throws(FlowError) -> FlowDocument {
    try FlowDocument(ParsedJSON(next() ?? []).root)
  }

  /// Returns the next argument as a manifest; nil if it was omitted.
  mutating func nextManifest() throws(FlowError) -> Manifest? {
    if let parsed = try nextJSON() { try Manifest(parsed.root) } else { nil }
  }
}
