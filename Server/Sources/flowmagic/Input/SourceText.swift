package import FlowCore

/// A JSON text with its file name and bytes, so that errors can show the line.
package struct SourceText: Sendable {
  /// The file's name in messages.
  package let file: String
  package let bytes: [UInt8]
  package let root: JSONView

  /// Parses a text.
  package init(
    file: String, bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(InputProblem) {
    self.file = file
    self.bytes = bytes
    do {
      root = try ParsedJSON(bytes, limits: limits).root
    } catch {
      throw InputProblem(file: file, error, in: bytes)
    }
  }

  /// An engine error about this text as a problem.
  package func problem(_ error: FlowError) -> InputProblem {
    InputProblem(file: file, error, in: bytes)
  }

  /// A problem of the text as a whole.
  package func problem(_ message: String, code: String) -> InputProblem {
    InputProblem(file: file, code: code, message: message, position: root.position)
  }

  /// Whether this is a manifest rather than a document.
  ///
  /// Both can have `screens`; only the drawn screens of a document have a `root`. A text whose
  /// `screens` are empty is a document if it has `flows` and no `platform`.
  package var isManifest: Bool {
    guard root.isObject, let screens = root["screens"] else { return false }
    if screens.isArray, screens.isEmpty {
      return root["flows"] == nil || root["platform"] != nil
    }
    return screens.value.array?.contains { $0["root"] != nil } != true
  }

  /// The text as a manifest.
  package func manifest() throws(InputProblem) -> Manifest {
    if root.isObject, !isManifest, (try? DocumentFormat(of: root)) != nil {
      throw problem(
        "This file is a document, not a manifest: it has flows. Pass it without --manifest.",
        code: "not-a-manifest")
    }
    do {
      return try Manifest(root)
    } catch {
      throw problem(error)
    }
  }
}

/// A document that was read from a file.
package struct LoadedDocument: Sendable {
  package let source: SourceText
  package let format: DocumentFormat
  package let document: FlowDocument

  package var file: String { source.file }

  package init(_ source: SourceText) throws(InputProblem) {
    if source.isManifest {
      throw source.problem(
        "This file is a manifest, not a document: it declares `screens`. Pass it with --manifest,"
          + " in addition to the file with the flows.", code: "not-a-document")
    }
    self.source = source
    do {
      format = try DocumentFormat(of: source.root)
      document = try FlowDocument(source.root)
    } catch {
      throw source.problem(error)
    }
  }

  /// The flow with this id, or the first flow.
  package func flow(_ id: String?) throws(InputProblem) -> Flow {
    guard let id else {
      guard let first = document.flows.first else {
        throw InputProblem(file: file, code: "unknown-flow", message: "The document has no flows.")
      }
      return first
    }
    let flow = document.flows.first { $0.id == Name(id) }
    guard let flow else {
      let names = document.flows.map(\.id.string).joined(separator: ", ")
      throw InputProblem(
        file: file, code: "unknown-flow",
        message: "There is no flow \(id). Available flows: \(names).")
    }
    return flow
  }
}
