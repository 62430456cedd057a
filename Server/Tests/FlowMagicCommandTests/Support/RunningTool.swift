import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A running command whose output a test reads as it arrives.
final class RunningTool {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let pipe = Pipe()
  private(set) var output = ""
  private var searchOffset = 0

  /// Starts the command; standard error is discarded unless the test reads it.
  init(
    _ arguments: [String], in directory: URL, environment: [String: String], readsErrors: Bool
  ) throws {
    process.executableURL = CommandLineTool.executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = CommandLineTool.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = readsErrors ? pipe.fileHandleForWriting : FileHandle.nullDevice
    try process.run()
  }

  deinit { process.terminate() }

  /// Sends what Ctrl-C sends.
  func interrupt() { process.interrupt() }

  /// Terminates the process and waits for it.
  func terminate() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Reads until a text appears after the last text that was waited for.
  func wait(for text: String) throws {
    while true {
      let start = output.utf8.index(output.startIndex, offsetBy: searchOffset)
      if let range = output.range(of: text, range: start..<output.endIndex) {
        searchOffset = output.utf8.distance(from: output.startIndex, to: range.upperBound)
        return
      }
      guard readMore() else {
        throw Failure(description: "“\(text)” did not appear in:\n\(output)")
      }
    }
  }

  /// The rest of the line after the last text that was waited for.
  func restOfLine() throws -> String {
    let start = searchOffset
    try wait(for: "\n")
    let from = output.utf8.index(output.startIndex, offsetBy: start)
    return String(output[from...].prefix { $0 != "\n" })
  }

  /// Reads to the end and returns the exit status.
  func waitForExit() throws -> Int32 {
    while readMore() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Discards further output, so that the process does not block.
  func drain() {
    let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while read(descriptor, &buffer, buffer.count) > 0 {}
      close(descriptor)
    }
  }

  /// Waits for more output; false at the end, or after 20 seconds without output.
  private func readMore() -> Bool {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, 20_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += String(decoding: buffer.prefix(count), as: UTF8.self)
    return true
  }
}
