import FlowCore
import Testing

@Suite struct DocumentFuzzTests {
  @Test func `mutated documents give an error with a location, or a runnable document`() {
    #expect(!Fuzzing.corpus.isEmpty)
    Fuzzing.run { random in
      let bytes = random.mutated(random.pick(Fuzzing.corpus))
      let parsed: ParsedJSON
      do throws(FlowError) {
        parsed = try ParsedJSON(bytes)
      } catch {
        #expect(error.position != nil || error.code == .jsonTooLarge)
        #expect(!error.message.isEmpty)
        return
      }
      let json = parsed.root.value
      #expect((try? JSON(parsing: json.text(.canonical))) == json)
      do throws(FlowError) {
        try exercise(try FlowDocument(parsed.root), &random)
      } catch {
        #expect(error.position != nil, "\(error)")
      }
    }
  }

  @Test func `random documents compile, and crash neither the verifier nor a session`() throws {
    try Fuzzing.run { random in
      try exercise(random.document(), &random)
    }
  }

  private func exercise(_ document: FlowDocument, _ random: inout SeededRandom) throws(FlowError) {
    let manifests = random.chance(50) ? [random.manifest(for: document)] : []
    for finding in Verifier(document, manifests: manifests).findings() {
      #expect(!finding.message.isEmpty)
    }
    let release = try Release(document, manifest: manifests.first)
    for flow in document.flows {
      var session = Session.start(flow.id, in: release, context: random.context()).session
      walk(&session, &random)
    }
    for format in DocumentFormat.allCases { _ = document.converted(to: format) }
  }

  private func walk(_ session: inout Session, _ random: inout SeededRandom) {
    for _ in 0..<20 {
      if random.chance(20) {
        _ = session.back()
      } else {
        let ports = session.ports
        let port = ports.isEmpty || random.chance(5) ? "nowhere" : random.pick(ports)
        _ = session.fire(port, output: random.maybe(50) { $0.json() })
      }
      _ = session.content
      if random.chance(10) { session.context = random.context() }
    }
    let saved = session.saved()
    let restored = try? Session(restoring: saved, in: session.release, context: session.context)
    if session.current != nil { #expect(restored == session) }
  }
}

extension SeededRandom {
  /// Attributes of a user, some of them missing or of an unexpected type.
  mutating func context() -> JSONObject {
    var context = JSONObject()
    for name: Name in ["userId", "country", "locale", "appVersion", "plan", "age"] {
      context[name] = maybe(70) { random in
        let values: [JSON] = ["DE", "AT", "2.3.0", "pro", 36, "de-AT", true, .null]
        return random.chance(90) ? random.pick(values) : random.json()
      }
    }
    return context
  }

  /// A build that has most of a document's screens.
  mutating func manifest(for document: FlowDocument) -> Manifest {
    var screens: [ScreenDeclaration] = []
    for step in document.flows.flatMap(\.steps) where chance(80) {
      let types = ValueType.allCases
      screens.append(
        ScreenDeclaration(
          name: step.screen, ports: step.ports.map { PortDeclaration(name: $0.name) },
          needs: list(1) { KeyDeclaration(key: $0.name(), type: $0.pick(types)) },
          provides: list(2) { KeyDeclaration(key: $0.name(), type: $0.pick(types)) },
          content: maybe(30) { $0.json() }))
    }
    return Manifest(screens: screens)
  }
}
