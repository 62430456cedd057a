import Foundation

/// A process that runs `storeload acknowledge`, which prints each acknowledged write.
final class LoadProcess {
  private let process = Process()
  private let output = Pipe()
  private var partialLine = Data()
  /// The lines read so far.
  private(set) var lines: [String] = []

  /// Starts the process; `prefix` is a command that runs the program, such as a shell in a
  /// namespace.
  convenience init(store: String, prefix: [String] = [], _ arguments: String...) throws {
    try self.init(store: store, prefix: prefix, arguments: arguments)
  }

  init(store: String, prefix: [String] = [], arguments: [String]) throws {
    var command = prefix
    command += [Self.program.path, "acknowledge", "--store", store] + arguments
    process.executableURL = URL(fileURLWithPath: command.removeFirst())
    process.arguments = command
    // NB: with a limit on file sizes, `make coverage` would get a truncated profile, and fail.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LLVM_PROFILE_FILE": "/dev/null"]) { _, new in new }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The built program, next to the test bundle.
  static let program: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var url = URL(fileURLWithPath: bundle)
    while url.pathExtension != "xctest", url.path != "/" { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("storeload")
  }()

  /// Reads until there are this many lines, or until the process has closed its output.
  func read(lines count: Int) {
    while lines.count < count {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return }
      partialLine.append(data)
      while let end = partialLine.firstIndex(of: 0x0A) {
        lines.append(String(decoding: partialLine[partialLine.startIndex..<end], as: UTF8.self))
        partialLine.removeSubrange(partialLine.startIndex...end)
      }
    }
  }

  /// Kills the process with `SIGKILL`, then reads its remaining output.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    finish()
  }

  /// Reads the remaining output and waits for the process to exit.
  @discardableResult
  func finish() -> Int32 {
    read(lines: .max)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The release numbers reported as published.
  var published: [Int] { values(of: "published").compactMap { Int($0) } }
  /// The keys of the batches reported as stored.
  var storedBatches: [String] { values(of: "stored") }
  /// The codes and messages of reported failures.
  var failures: [String] { values(of: "failed") }

  private func values(of kind: String) -> [String] {
    lines.filter { $0.hasPrefix("\(kind) ") }.map { String($0.dropFirst(kind.count + 1)) }
  }
}
