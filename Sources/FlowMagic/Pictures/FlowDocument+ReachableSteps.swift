import FlowCore

extension FlowDocument {
  /// The reachable steps, nearest first: those from the start of the first flow, also in flows that
  /// it enters, then those from the starts of the others, which links may open.
  var reachableSteps: [FlowStep] {
    let indexes = flows.map { flow in
      Dictionary(flow.steps.indices.map { (flow.steps[$0].id, $0) }) { first, _ in first }
    }
    let flowIndexes = Dictionary(flows.indices.map { (flows[$0].id, $0) }) { first, _ in first }
    var isReached = flows.map { Array(repeating: false, count: $0.steps.count) }
    var reached: [(flow: Int, step: Int)] = []
    func reach(_ step: Name, in flow: Int) {
      guard let index = indexes[flow][step], !isReached[flow][index] else { return }
      isReached[flow][index] = true
      reached.append((flow, index))
    }
    func follow(_ destination: Destination, in flow: Int) {
      switch destination.kind {
      case .step(let step): reach(step, in: flow)
      case .finish: break
      case .flow(let name, let then):
        if let entered = flowIndexes[name] { reach(flows[entered].start, in: entered) }
        for continuation in then { follow(continuation.destination, in: flow) }
      }
    }
    var index = 0
    for flow in flows.indices {
      reach(flows[flow].start, in: flow)
      while index < reached.count {
        let (flow, step) = reached[index]
        index += 1
        for port in flows[flow].steps[step].ports {
          for destination in port.routes.flatMap(\.destinations) { follow(destination, in: flow) }
        }
      }
    }
    return reached.map { flows[$0.flow].steps[$0.step] }
  }
}
