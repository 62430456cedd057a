package import FlowCore

/// A document as a graph of nodes and edges with labels, in document order.
///
/// Both output formats are written from this, so that they show the same.
package struct FlowDiagram: Equatable {
  package struct Node: Equatable {
    package enum Shape: Equatable {
      case step
      /// A step with a `showWhen` condition.
      case conditionalStep
      case end
      /// A call of another flow, which returns here.
      case call
      /// A target that the document refers to but does not contain.
      case missing
    }

    package let id: String
    package let shape: Shape
    /// The lines of the label; the first is the name.
    package let label: [String]
  }

  package struct Edge: Equatable {
    package let from: String
    package let to: String
    /// The lines of the label; may be empty.
    package let label: [String]
    /// Whether it connects a call to the start of the flow it enters.
    package let entersFlow: Bool
  }

  package struct Cluster: Equatable {
    package let id: String
    package let title: String
    package var nodes: [Node] = []
    /// The id of the node of the flow's start step; nil if the flow has no such step.
    package var start: String?
  }

  package private(set) var clusters: [Cluster] = []
  package private(set) var edges: [Edge] = []

  /// Draws the flows of a document, or one of them.
  package init(_ document: FlowDocument, flow: Name? = nil) {
    var builder = Builder(flows: document.flows.filter { flow == nil || $0.id == flow })
    builder.draw()
    clusters = builder.clusters
    edges = builder.edges
  }
}

extension FlowDiagram {
  private struct Builder {
    let flows: [Flow]
    var clusters: [Cluster] = []
    var edges: [Edge] = []
    private var stepIDs: [FlowLocation: String] = [:]
    private var startIDs: [Name: String] = [:]
    private var nodeCount = 0
    /// The ids of the current cluster's nodes for ends and missing targets, which edges share.
    private var shared: [String: String] = [:]
    /// The calls, to connect with the flows that they enter once all nodes are added.
    private var calls: [(node: String, flow: Name)] = []

    init(flows: [Flow]) { self.flows = flows }

    mutating func draw() {
      for (index, flow) in flows.enumerated() { addSteps(flow, index) }
      for (index, flow) in flows.enumerated() {
        shared = [:]
        for step in flow.steps { addPorts(step, flow, index) }
      }
      for call in calls {
        guard let start = startIDs[call.flow] else { continue }
        edges.append(Edge(from: call.node, to: start, label: [], entersFlow: true))
      }
    }

    private mutating func addSteps(_ flow: Flow, _ index: Int) {
      var cluster = Cluster(id: "f\(index)", title: flow.id.string)
      for step in flow.steps {
        let location = FlowLocation(flow: flow.id, step: step.id)
        guard stepIDs[location] == nil else { continue }
        let id = newID()
        stepIDs[location] = id
        var label = [step.id.string]
        if step.screen != step.id { label.append(step.screen.string) }
        if let condition = step.showWhen {
          label.append("shown if \(ConditionText.text(condition))")
        }
        cluster.nodes.append(
          Node(id: id, shape: step.showWhen == nil ? .step : .conditionalStep, label: label))
      }
      cluster.start = stepIDs[FlowLocation(flow: flow.id, step: flow.start)]
      if startIDs[flow.id] == nil { startIDs[flow.id] = cluster.start }
      clusters.append(cluster)
    }

    private mutating func addPorts(_ step: FlowStep, _ flow: Flow, _ cluster: Int) {
      guard let from = stepIDs[FlowLocation(flow: flow.id, step: step.id)] else { return }
      for port in step.ports {
        for (index, route) in port.routes.enumerated() {
          var label: [String] = []
          if step.ports.count > 1 || port.name != "next" { label.append(port.name.string) }
          if let condition = route.when {
            label.append("if \(ConditionText.text(condition))")
          } else if index > 0, port.routes[..<index].contains(where: { $0.when != nil }) {
            label.append("otherwise")
          }
          add(route, from, label, flow, cluster)
        }
      }
    }

    private mutating func add(
      _ route: Route, _ from: String, _ label: [String], _ flow: Flow, _ cluster: Int
    ) {
      switch route.target {
      case .destination(let destination):
        connect(from, destination, label, flow, cluster)
      case .split(let split):
        let shares = SplitText.shares(split)
        for (index, variant) in split.variants.enumerated() {
          let name = variant.key?.string ?? "variant \(index)"
          let share = "\(split.experiment.string): \(shares[index]) \(name)"
          connect(from, variant.destination, label + [share], flow, cluster)
        }
      }
    }

    private mutating func connect(
      _ from: String, _ destination: Destination, _ label: [String], _ flow: Flow, _ cluster: Int
    ) {
      var label = label
      if let style = StyleText.phrase(destination.style) { label.append(style) }
      let target = node(destination, flow, cluster)
      edges.append(Edge(from: from, to: target, label: label, entersFlow: false))
    }

    /// A destination's node, created on first use.
    private mutating func node(
      _ destination: Destination, _ flow: Flow, _ cluster: Int
    ) -> String {
      switch destination.kind {
      case .step(let id):
        if let node = stepIDs[FlowLocation(flow: flow.id, step: id)] { return node }
        return sharedNode("missing \(id.string)", .missing, ["\(id.string)?"], cluster)
      case .finish(let outcome):
        return sharedNode("end \(outcome.string)", .end, ["end: \(outcome.string)"], cluster)
      case .flow(let id, let continuations):
        // Every call has its own node because it also has its own continuations.
        let node = newID()
        clusters[cluster].nodes.append(Node(id: node, shape: .call, label: ["flow \(id.string)"]))
        calls.append((node, id))
        for continuation in continuations {
          let label = continuation.outcome.map { "on \($0.string)" } ?? "on any other outcome"
          connect(node, continuation.destination, [label], flow, cluster)
        }
        return node
      }
    }

    private mutating func sharedNode(
      _ key: String, _ shape: Node.Shape, _ label: [String], _ cluster: Int
    ) -> String {
      if let node = shared[key] { return node }
      let id = newID()
      shared[key] = id
      clusters[cluster].nodes.append(Node(id: id, shape: shape, label: label))
      return id
    }

    private mutating func newID() -> String {
      defer { nodeCount += 1 }
      return "n\(nodeCount)"
    }
  }
}

/// The share of users that each variant of a split gets.
package enum SplitText {
  /// Returns the percentage of all users for each variant, such as "50%".
  package static func shares(_ split: Split) -> [String] {
    let coverage = split.coverage?.double ?? 1
    let equal = 1 / Double(max(split.variants.count, 1))
    let namespaceShare = (split.namespace.map { $0.to.double - $0.from.double }) ?? 1
    return split.variants.map { variant in
      if let range = variant.range {
        return percent((range.to.double - range.from.double) * namespaceShare)
      }
      return percent((variant.weight?.double ?? equal) * coverage * namespaceShare)
    }
  }

  /// A percentage with at most two decimals; `?%` if the share is not finite or is too large.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite, abs(share) < 1e9 else { return "?%" }
    let rounded = (share * 10_000).rounded() / 100
    return "\(JSONNumber(rounded)?.text ?? "?")%"
  }
}
