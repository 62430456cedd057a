extension Release {
  /// Every destination of a step that enters a flow, continuations included, in document order.
  package func flowDestinations(of step: Int) -> [Int32] {
    var result: [Int32] = []
    for port in steps[step].portIndices {
      for route in ports[port].routeIndices {
        if routes[route].split < 0 {
          collectFlows(routes[route].destination, into: &result)
        } else {
          for variant in splits[Int(routes[route].split)].variantIndices {
            collectFlows(variants[variant].destination, into: &result)
          }
        }
      }
    }
    return result
  }

  private func collectFlows(_ destination: Int32, into result: inout [Int32]) {
    guard destinations[Int(destination)].kind == .flow else { return }
    result.append(destination)
    for index in destinations[Int(destination)].continuationIndices {
      collectFlows(continuations[index].destination, into: &result)
    }
  }

  /// The destination by which a step enters a flow: the one at `index` if it still does, otherwise
  /// the first one; nil if the step no longer enters the flow.
  package func flowDestination(from step: Int, to flow: Name, index: Int) -> Int32? {
    let candidates = flowDestinations(of: step)
    if let same = candidates[safe: index], enters(same, flow) { return same }
    return candidates.first { enters($0, flow) }
  }

  private func enters(_ destination: Int32, _ flow: Name) -> Bool {
    flows[Int(destinations[Int(destination)].target)].id == flow
  }
}
