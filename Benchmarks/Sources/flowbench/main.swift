import CAllocations
import Foundation

// flowbench                  measures everything; compares with limits, libraries and thresholds
// flowbench --update         writes the measured counts to Thresholds/thresholds.json
// flowbench --growth [SHAPE] only how time and memory grow with the number of steps
// flowbench --stages SHAPE N the milliseconds of each stage for one document of N steps
// flowbench --once SHAPE N   prepares one such document once (run under perf)
// flowbench --work NAME N    runs one operation N times (run under valgrind)

let arguments = CommandLine.arguments.dropFirst()
let operations = try Operations.all()

if arguments.first == "--work", arguments.count == 3, let times = Int(arguments[3]) {
  guard let operation = operations.first(where: { $0.name == arguments[2] }) else {
    fatalError("there is no operation \(arguments[2])")
  }
  for _ in 0..<times { blackHole(operation.run()) }
} else if arguments.first == "--growth" {
  let shape = arguments.dropFirst().first.flatMap { Shape(rawValue: $0) } ?? .chain
  for measurement in try ScalingMeasurement.measure(shape) {
    print(measurement.steps, measurement.seconds, measurement.bytesPerStep)
  }
} else if arguments.count == 3, let shape = Shape(rawValue: arguments[2]),
  let steps = Int(arguments[3])
{
  if arguments.first == "--stages" {
    for stage in try ScalingMeasurement.stages(shape, steps: steps) {
      print(stage.name, stage.milliseconds)
    }
  } else {
    let bytes = Array(shape.text(steps).utf8)
    print(try Workloads.prepare(bytes, manifests: try shape.manifests()), "errors")
  }
} else {
  var report = try Report(operations)
  if arguments.contains("--update") { try report.updateThresholds() }
  report.printTables()
  exit(report.failures.isEmpty ? 0 : 1)
}
