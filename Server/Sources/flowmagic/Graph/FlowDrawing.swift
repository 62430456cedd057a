package import FlowCore

/// A document as a drawing: boxes and arrows with labels, in the order of the document.
///
/// Both notations are written from this, so that they show the same.
package struct FlowDrawing: Equatable {
  package struct Node: Equatable {
    package enum Shape: Equatable {
      case step
      /// A step that is shown only under a condition.
      case conditionalStep
      case end
      /// Another flow that is entered here and returns here.
      case call
      /// Something that the document names and does not have.
      case missing
    }

    package let id: String
    package let shape: Shape
    /// The lines of its label; the first one is the name.
    package let label: [String]
  }

  package struct Arrow: Equatable {
    package let from: String
    package let to: String
    /// The lines of its label; may be empty.
    package let label: [String]
    /// Whether it only shows which flow is meant.
    package let isReference: Bool
  }

  package struct Cluster: Equatable {
    package let id: String
    package let title: String
    package var nodes: [Node] = []
    /// The node that the flow starts at.
    package var start: String?
  }

  package private(set) var clusters: [Cluster] = []
  package private(set) var arrows: [Arrow] = []

  /// Draws the flows of a document, or one of them.
  package init(_ document: FlowDocument, flow: Name? = nil) {
    var builder = Builder(flows: document.flows.filter { flow == nil || $0.id == flow })
    builder.draw()
    clusters = builder.clusters
    arrows = builder.arrows
  }
}

extension FlowDrawing {
  private struct Builder {
    let flows: [Flow]
    var clusters: [Cluster] = []
    var arrows: [Arrow] = []
    private var stepIDs: [FlowLocation: String] = [:]
    private var startIDs: [Name: String] = [:]
    private var nodeCount = 0
    /// The nodes that ends, calls and missing targets already have in the current cluster.
    private var shared: [String: String] = [:]
    /// The calls whose flow is drawn, to be connected at the end.
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
        arrows.append(Arrow(from: call.node, to: start, label: [], isReference: true))
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
          label.append("shown if \(ConditionText.words(condition))")
        }
        cluster.nodes.append(
          Node(id: id, shape: step.showWhen == nil ? .step : .conditionalStep, label: label))
      }
      cluster.start = stepIDs[FlowLocation(flow: flow.id, step: flow.start)]
      if startIDs[flow.id] == nil { startIDs[flow.id] = cluster.start }
      clusters.append(cluster)
    }

    private mutating func addPorts(_ step: Step, _ flow: Flow, _ cluster: Int) {
      guard let from = stepIDs[FlowLocation(flow: flow.id, step: step.id)] else { return }
      for port in step.ports {
        for (index, route) in port.routes.enumerated() {
          var words: [String] = []
          if step.ports.count > 1 || port.name != "next" { words.append(port.name.string) }
          if let condition = route.when {
            words.append("if \(ConditionText.words(condition))")
          } else if index > 0, port.routes[..<index].contains(where: { $0.when != nil }) {
            words.append("otherwise")
          }
          add(route, from, words, flow, cluster)
        }
      }
    }

    private mutating func add(
      _ route: Route, _ from: String, _ words: [String], _ flow: Flow, _ cluster: Int
    ) {
      switch route.target {
      case .destination(let destination):
        connect(from, destination, words, flow, cluster)
      case .split(let split):
        let shares = SplitDescription.shares(split)
        for (index, variant) in split.variants.enumerated() {
          let name = variant.key?.string ?? "variant \(index)"
          let share = "\(split.experiment.string): \(shares[index]) \(name)"
          connect(from, variant.destination, words + [share], flow, cluster)
        }
      }
    }

    private mutating func connect(
      _ from: String, _ destination: Destination, _ words: [String], _ flow: Flow, _ cluster: Int
    ) {
      var words = words
      if let style = StyleWords.phrase(destination.style) { words.append(style) }
      let target = node(destination, flow, cluster)
      arrows.append(Arrow(from: from, to: target, label: words, isReference: false))
    }

    /// The node that a destination is, made when it is first needed.
    private mutating func node(
      _ destination: Destination, _ flow: Flow, _ cluster: Int
    ) -> String {
      switch destination.kind {
      case .step(let id):
        if let known = stepIDs[FlowLocation(flow: flow.id, step: id)] { return known }
        return sharedNode("missing \(id.string)", .missing, ["\(id.string)?"], cluster)
      case .finish(let outcome):
        return sharedNode("end \(outcome.string)", .end, ["end: \(outcome.string)"], cluster)
      case .flow(let id, let continuations):
        // Every call has its own node: where it returns to is its own too.
        let node = newID()
        clusters[cluster].nodes.append(Node(id: node, shape: .call, label: ["flow \(id.string)"]))
        calls.append((node, id))
        for continuation in continuations {
          let words = continuation.outcome.map { "on \($0.string)" } ?? "on any other outcome"
          connect(node, continuation.destination, [words], flow, cluster)
        }
        return node
      }
    }

    private mutating func sharedNode(
      _ key: String, _ shape: Node.Shape, _ label: [String], _ cluster: Int
    ) -> String {
      if let known = shared[key] { return known }
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

/// How many people each variant of a split gets, in words.
package enum SplitDescription {
  /// "50 %" for each variant, of those that take part in the experiment and of all others.
  package static func shares(_ split: Split) -> [String] {
    let coverage = split.coverage?.double ?? 1
    let equal = 1 / Double(max(split.variants.count, 1))
    let part = (split.namespace.map { $0.to.double - $0.from.double }) ?? 1
    return split.variants.map { variant in
      if let range = variant.range { return percent((range.to.double - range.from.double) * part) }
      return percent((variant.weight?.double ?? equal) * coverage * part)
    }
  }

  /// A share as a percentage with at most two digits after the point.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite, abs(share) < 1e9 else { return "? %" }
    let rounded = (share * 10_000).rounded() / 100
    return "\(JSONNumber(rounded)?.text ?? "?") %"
  }
}
