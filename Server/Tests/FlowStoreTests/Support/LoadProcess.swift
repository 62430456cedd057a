import Foundation

/// A `storeload acknowledge` of its own process, which says line by line what was acknowledged.
final class LoadProcess {
  private let process = Process()
  private let output = Pipe()
  private var rest = Data()
  /// The lines so far.
  private(set) var lines: [String] = []

  /// Starts it, inside what `prefix` sets up: a shell's words before the program and its arguments.
  convenience init(store: String, prefix: [String] = [], _ arguments: String...) throws {
    try self.init(store: store, prefix: prefix, arguments: arguments)
  }

  init(store: String, prefix: [String] = [], arguments: [String]) throws {
    var words = prefix
    words += [Self.program.path, "acknowledge", "--store", store] + arguments
    process.executableURL = URL(fileURLWithPath: words.removeFirst())
    process.arguments = words
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The built program: it lies next to the tests.
  static let program: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var url = URL(fileURLWithPath: bundle)
    while url.pathExtension != "xctest", url.path != "/" { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("storeload")
  }()

  /// Reads until there are this many lines or the process has closed its output.
  func read(lines count: Int) {
    while lines.count < count {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return }
      rest.append(data)
      while let end = rest.firstIndex(of: 0x0A) {
        lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
        rest.removeSubrange(rest.startIndex...end)
      }
    }
  }

  /// Ends it as a power cut would, then reads what it had said until then.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    finish()
  }

  /// Reads to the end of its output and waits for its end.
  @discardableResult
  func finish() -> Int32 {
    read(lines: .max)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The release numbers it said were published.
  var published: [Int] { words("published").compactMap { Int($0) } }
  /// The keys of the batches it said were kept.
  var kept: [String] { words("stored") }
  /// The code and sentence with which it was refused.
  var refusals: [String] { words("failed") }

  private func words(_ kind: String) -> [String] {
    lines.filter { $0.hasPrefix("\(kind) ") }.map { String($0.dropFirst(kind.count + 1)) }
  }
}
