import FlowCore

/// The kind of a large document; time and memory must grow linearly with the number of its steps.
enum Shape: String, CaseIterable {
  /// A chain of native steps without errors.
  case chain
  /// Native steps with several errors each, and needs that no screen provides.
  case faulty
  /// FlowKit's two-way branches.
  case flowkit
  /// Native steps that each read a different output.
  case outputs

  /// The text of a document with about `count` steps.
  func text(_ count: Int) -> String {
    switch self {
    case .chain: Workloads.chain(count)
    case .faulty: Workloads.faulty(count)
    case .flowkit: Workloads.branches(count / 3)
    case .outputs: Workloads.outputs(count)
    }
  }

  /// The manifests of the builds in use.
  func manifests() throws -> [Manifest] {
    switch self {
    case .chain, .outputs: [try Manifest(try ParsedJSON(Workloads.manifest).root)]
    case .faulty: [try Manifest(try ParsedJSON(Workloads.faultyManifest).root)]
    case .flowkit: []
    }
  }
}

extension Workloads {
  /// A step that leads to all others, each of which lacks everything that its screen needs.
  static func faulty(_ count: Int) -> String {
    var routes: [String] = []
    var steps: [String] = []
    for index in 1..<max(2, count) {
      routes.append("{\"when\": {\"n\": \(index)}, \"to\": \"step\(index)\"}")
      steps.append(
        """
        {"id": "step\(index)", "screen": "Needy", "content": {"name": "Question \(index)"}, \
        "ports": {"away": [{"when": {"output.nobody\(index)": 1}, "to": "nowhere\(index)"}]}}
        """)
    }
    routes.append("{ \"finish\": \"completed\" }")
    return """
      {"schema": 1, "application": "large", "flows": [{"id": "main", "start": "hub", \
      "steps": [{"id": "hub", "screen": "Hub", "ports": {"next": \
      [\(routes.joined(separator: ","))]}}, \
      \(steps.joined(separator: ",\n"))]}]}
      """
  }

  /// The manifest for `faulty`.
  static let faultyManifest = """
    {"schema": 1, "application": "large", "platform": "ios", "version": "1.0.0", "build": "1",
     "screens": [{"name": "Hub", "ports": [{"name": "next"}]},
       {"name": "Needy", "ports": [{"name": "next"}, {"name": "skip"}],
        "needs": {"a": "string", "b": "string", "c": "string", "d": "string", "e": "string"},
        "content": {"type": "object", "required": ["title"],
          "properties": {"title": {"type": "string"}}, "additionalProperties": false}}]}
    """

  /// A chain of steps whose conditions read as many different outputs.
  static func outputs(_ count: Int) -> String {
    var steps: [String] = []
    for index in 0..<count {
      let next =
        index + 1 < count ? "{ \"to\": \"step\(index + 1)\" }" : "{ \"finish\": \"completed\" }"
      steps.append(
        """
        {"id": "step\(index)", "screen": "Question", "content": {"title": "Question \(index)"}, \
        "ports": {"next": [{"when": {"output.step\(index)": {"$in": ["no", "never \(index)"]}}, \
        "finish": "refused"}, \(next)], "skip": [{ "finish": "skipped" }]}}
        """)
    }
    return """
      {"schema": 1, "application": "large", "flows": [{"id": "main", "start": "step0", \
      "steps": [\(steps.joined(separator: ",\n"))]}]}
      """
  }
}
