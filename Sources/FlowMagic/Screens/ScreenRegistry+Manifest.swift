public import FlowCore

extension ScreenRegistry {
  /// The manifest of this build, for the verifier and the portal.
  ///
  /// Infers content schemas by decoding sample values of each `Content` type, which takes a few
  /// milliseconds for a large app. Use it to write the manifest at build time, not at every launch.
  ///
  /// - Parameters:
  ///   - application: The application's id.
  ///   - platform: The platform, such as `ios`.
  ///   - version: The version, such as `2.3.0`.
  ///   - build: The build number.
  ///   - attributes: The attributes that the app passes to conditions and splits.
  ///   - flows: The flows bundled with the build.
  /// - Returns: The manifest.
  public func manifest(
    application: Name? = nil, platform: Name? = nil, version: Name? = nil, build: Name? = nil,
    attributes: [AttributeDeclaration] = [], flows: [Flow] = []
  ) -> Manifest {
    Manifest(
      application: application, platform: platform, version: version, build: build,
      screens: screens.map { screen in
        var declaration = screen.declaration
        let schema = screen.inferSchema()
        declaration.content = schema == true ? nil : schema
        if screen.kind != .screen {
          declaration.unknown["kind"] = .string(screen.kind.rawValue)
        }
        return declaration
      },
      attributes: attributes, flows: flows, unknown: blocksMember(includesSchemas: true))
  }

  /// The manifest that the engine needs at run time, without schemas and flows, which is fast to
  /// create.
  public var runtimeManifest: Manifest {
    Manifest(screens: screens.map(\.declaration), unknown: blocksMember(includesSchemas: false))
  }

  /// The manifest's member for the blocks that the build shows; empty if it shows none.
  private func blocksMember(includesSchemas: Bool) -> JSONObject {
    blocks.map { ["blocks": $0.json(includesSchemas: includesSchemas)] } ?? JSONObject()
  }

  /// Compiles a document for this build.
  ///
  /// - Parameter document: The flows.
  /// - Returns: The release.
  /// - Throws: `too-many-parts`.
  package func compile(_ document: FlowDocument) throws(FlowError) -> Release {
    try Release(document, manifest: runtimeManifest)
  }

  /// Compiles the flows in the app's bundle, which must match its screens.
  package func compileDefault(_ document: FlowDocument) throws -> Release {
    let release = try compile(document)
    for flow in document.flows {
      let ids = Set(flow.steps.map(\.id))
      guard ids.contains(flow.start) else {
        throw FlowMagicError(
          .invalidFlow,
          "The app's own flow \(flow.id) starts at \(flow.start), which does not exist in the "
            + "flow. Add the step, or correct `start`.")
      }
      for step in flow.steps {
        if let target = step.targets.first(where: { !ids.contains($0) }) {
          throw FlowMagicError(
            .invalidFlow,
            "Step \(step.id) of the app's own flow \(flow.id) leads to \(target), which does not "
              + "exist in the flow. Add the step, or correct the route.")
        }
        if let target = step.enteredFlows.first(where: { release.flowIndex($0) == nil }) {
          throw FlowMagicError(
            .invalidFlow,
            "Step \(step.id) of the app's own flow \(flow.id) enters the flow \(target), which the "
              + "document does not have. Add it, or correct the id.")
        }
        guard let screen = self[step.screen] else {
          if release.drawnScreens?.screen(step.screen) != nil { continue }
          throw FlowMagicError(
            .missingScreen,
            "Step \(step.id) of the app's own flow \(flow.id) shows the screen \(step.screen), "
              + missingReason(for: step.screen, in: document))
        }
        // A reference to a string table is replaced by a text before the screen decodes it.
        let content = (step.content ?? .null).withPlainTexts
        _ = try screen.decode(
          "Step \(step.id) of the app's own flow \(flow.id)", content: content,
          metadata: step.unknown)
      }
    }
    return release
  }

  /// The end of a sentence with the reason why a step cannot show a screen, and the fix.
  private func missingReason(for screen: Name, in document: FlowDocument) -> String {
    let isDrawn = (document.unknown["screens"]?.array ?? []).contains {
      $0["name"]?.string.map { Name($0) } == screen
    }
    guard isDrawn else { return "which is not registered." }
    return blocks == nil
      ? "which the document draws, but the registry shows no drawn screens. Add `blocks: {}` to it."
      : "which the document draws, but with invalid blocks or with blocks that this build does not "
        + "have. Run `flowmagic validate` for details."
  }
}

extension JSON {
  /// The value with each reference to a string table replaced by its key.
  fileprivate var withPlainTexts: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withPlainTexts))
    case .object(let object):
      if let key = object["$text"]?.string { return .string(key) }
      return .object(
        JSONObject(object.members.map { .init(key: $0.key, value: $0.value.withPlainTexts) }))
    default: return self
    }
  }
}
