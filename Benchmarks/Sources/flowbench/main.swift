import CAllocations
import Foundation

// flowbench                  measures everything and compares it with limits, peers and thresholds
// flowbench --update         writes what it counted to Thresholds/thresholds.json
// flowbench --growth         only how time and memory grow with the number of steps
// flowbench --work NAME N    runs one operation N times (what valgrind counts)

let arguments = CommandLine.arguments.dropFirst()
let operations = try Operations.all()

if arguments.first == "--work", arguments.count == 3, let times = Int(arguments[3]) {
  guard let operation = operations.first(where: { $0.name == arguments[2] }) else {
    fatalError("there is no operation \(arguments[2])")
  }
  for _ in 0..<times { keep(operation.run()) }
} else if arguments.first == "--growth" {
  for growth in try Growth.measure() { print(growth.steps, growth.seconds, growth.bytesPerStep) }
} else {
  var report = try Report(operations)
  if arguments.contains("--update") { try report.updateThresholds() }
  report.show()
  exit(report.failures.isEmpty ? 0 : 1)
}
