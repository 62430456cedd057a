extension Verification {
  /// Checks conditions for invalid parts, unknown names, and comparisons that cannot succeed.
  func checkConditions() {
    var problems: [[ConditionProblem]] = []
    problems.reserveCapacity(facts.conditions.values.count)
    var conditionCheck = ConditionCheck(vocabulary: vocabulary)
    for index in facts.conditions.values.indices {
      for issue in facts.issues[index] { conditionCheck.add(issue) }
      conditionCheck.check(facts.conditions.values[index])
      problems.append(conditionCheck.take())
    }
    for step in release.steps.indices {
      report(problems, of: facts.conditionOfStep[step], at: locationIndex(step: step))
      for port in release.steps[step].portIndices {
        for route in release.ports[port].routeIndices {
          report(
            problems, of: facts.conditionOfRoute[route],
            at: locationIndex(port: port, route: route))
        }
      }
    }
  }

  private func report(
    _ problems: [[ConditionProblem]], of condition: Int32, at location: LocationIndex
  ) {
    guard condition >= 0 else { return }
    for problem in problems[Int(condition)]
    where problem.id.code.map({ checkLimit($0) }) ?? false {
      report(problem.id, location, problem.arguments, pointer: problem.pointer)
    }
  }

  /// Derives the implications of conditions, for checks of paths.
  func analyzeConditions() {
    facts.derive(keys: keys, segments: document.segments)
  }
}
