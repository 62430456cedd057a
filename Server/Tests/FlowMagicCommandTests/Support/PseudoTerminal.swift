import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A command running in a pseudo-terminal, where a test types and reads.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let controller: Int32
  private let process = Process()
  private(set) var output = ""
  private var searchOffset = 0

  init(
    _ tool: CommandLineTool, _ arguments: [String], columns: Int = 80,
    environment: [String: String] = [:]
  ) throws {
    controller = try PseudoTerminal.openController()
    let terminal = open(try PseudoTerminal.unlock(controller), O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { throw Failure(description: "Cannot open the pseudo-terminal.") }
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
    process.executableURL = CommandLineTool.executable
    process.arguments = arguments
    process.currentDirectoryURL = tool.directory
    process.environment = CommandLineTool.environment.merging(environment) { $1 }
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    close(terminal)  // so that reading ends when the command exits
  }

  deinit { close(controller) }

  private static func openController() throws -> Int32 {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure(description: "There is no /dev/ptmx.") }
    return descriptor
  }

  /// Unlocks the terminal device and returns its path.
  private static func unlock(_ controller: Int32) throws -> String {
    #if os(Linux)
      // Swift does not import Glibc's `unlockpt` and `ptsname`, which are behind macros.
      // These are the requests TIOCSPTLCK and TIOCGPTN.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var isLocked: Int32 = 0
      var number: UInt32 = 0
      guard ioctl(controller, setLock, &isLocked) == 0, ioctl(controller, getNumber, &number) == 0
      else { throw Failure(description: "The pseudo-terminal has no number.") }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
      else { throw Failure(description: "The pseudo-terminal has no name.") }
      return String(cString: name)
    #endif
  }

  /// Types a line and Return.
  func type(_ line: String) { send("\(line)\n") }

  /// Presses keys; `\u{4}` is Ctrl-D.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, bytes.count) }
  }

  /// Sends the signal that Ctrl-C sends.
  func interrupt() { process.interrupt() }

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

  /// Reads to the end and returns the exit status.
  func waitForExit() throws -> Int32 {
    while readMore() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits for more output; false at the end, or after 20 seconds without output.
  private func readMore() -> Bool {
    var event = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, 20_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += String(decoding: buffer.prefix(count), as: UTF8.self)
      .replacingOccurrences(of: "\r\n", with: "\n")
    return true
  }
}
