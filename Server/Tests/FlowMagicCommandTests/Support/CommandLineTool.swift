import Foundation

/// Runs the built `flowmagic` as other programs do.
struct CommandLineTool {
  struct Result {
    let status: Int32
    let out: String
    let err: String
  }

  /// The temporary directory in which commands run.
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flowmagic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  /// The directory's name, which messages about missing files contain.
  var name: String { directory.lastPathComponent }

  /// Removes the temporary directory.
  func removeDirectory() { try? FileManager.default.removeItem(at: directory) }

  /// The built command, next to the test bundle.
  static let executable: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var url = URL(fileURLWithPath: bundle)
    while url.pathExtension != "xctest", url.path != "/" { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("flowmagic")
  }()

  static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"]

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.appendingPathComponent(name))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: directory.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Runs the command and waits for it.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the command and waits for it.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(Self.executable, arguments, input, environment)
  }

  /// Runs a shell command line in which `flowmagic` is the built command.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Result {
    let path = "\(Self.executable.deletingLastPathComponent().path):/usr/bin:/bin"
    return try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], "",
      environment.merging(["PATH": path]) { $1 })
  }

  private func run(
    _ program: URL, _ arguments: [String], _ input: String, _ environment: [String: String]
  ) throws -> Result {
    // Files instead of pipes, so that neither side can block.
    let marker = UUID().uuidString
    let names = ["in", "out", "err"].map { directory.appendingPathComponent(".\(marker).\($0)") }
    try Data(input.utf8).write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = Self.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      out: String(decoding: try Data(contentsOf: names[1]), as: UTF8.self),
      err: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
  }
}
