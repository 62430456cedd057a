public import FlowCore

extension ScreenRegistry {
  /// Everything that this build declares, for the verifier and the portal.
  ///
  /// Content schemas are found out by trying what each `Content` type decodes: a few milliseconds
  /// for a large app, so it is asked for when the manifest is written, not at every start.
  ///
  /// - Parameters:
  ///   - application: The application's id.
  ///   - platform: The platform, such as `ios`.
  ///   - version: The version, such as `2.3.0`.
  ///   - build: The build's number.
  ///   - attributes: The attributes that the build sends.
  ///   - flows: The flows compiled into the build.
  /// - Returns: The manifest.
  public func manifest(
    application: Name? = nil, platform: Name? = nil, version: Name? = nil, build: Name? = nil,
    attributes: [AttributeDeclaration] = [], flows: [FlowCore.Flow] = []
  ) -> Manifest {
    Manifest(
      application: application, platform: platform, version: version, build: build,
      screens: screens.map { screen in
        var declaration = screen.declaration
        let schema = screen.schema()
        declaration.content = schema == true ? nil : schema
        return declaration
      },
      attributes: attributes, flows: flows)
  }

  /// What the engine has to know to walk, at once: a manifest without schemas and flows.
  public var walkingManifest: Manifest { Manifest(screens: screens.map(\.declaration)) }

  /// Compiles a document for this build.
  ///
  /// - Parameter document: The flows.
  /// - Returns: The release.
  /// - Throws: `tooManyParts`.
  package func compile(_ document: FlowDocument) throws(FlowError) -> Release {
    try Release(document, manifest: walkingManifest)
  }

  /// Compiles the flows that the app was built with, which must fit its screens.
  package func compileDefault(_ document: FlowDocument) throws -> Release {
    for flow in document.flows {
      for step in flow.steps {
        guard let screen = self[step.screen] else {
          throw FlowMagicError(
            .missingScreen,
            "Step \(step.id) of the app's own flow \(flow.id) shows the screen \(step.screen), "
              + "which is not registered.")
        }
        // A text of a string table is a text, whichever it will be.
        let content = (step.content ?? .null).withTexts
        do {
          _ = try screen.decode(content)
        } catch {
          throw FlowMagicError(
            .contentMismatch,
            "Step \(step.id) of the app's own flow \(flow.id) has content that the screen "
              + "\(step.screen) cannot read: \(DecodingMistake(error))")
        }
      }
    }
    return try compile(document)
  }

}

extension JSON {
  /// The value with a text in the place of each `$text`.
  fileprivate var withTexts: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withTexts))
    case .object(let object):
      if let key = object["$text"]?.string { return .string(key) }
      return .object(
        JSONObject(object.members.map { .init(key: $0.key, value: $0.value.withTexts) }))
    default: return self
    }
  }
}
