import FlowServer
import Foundation
import Testing

@Suite struct LogOutputTests {
  /// A device on which every write fails as on a full disk.
  private static let full = "/dev/full"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: full)))
  func `a full disk does not stop the log, and the number of lost entries is logged later`()
    throws
  {
    let file = open(Self.full, O_WRONLY)
    try #require(file >= 0)
    let output = LogOutput(descriptor: file)
    for number in 1...3 { output.write("entry \(number)") { "lost \($0)" } }

    // Writing works again.
    let pipe = Pipe()
    dup2(pipe.fileHandleForWriting.fileDescriptor, file)
    for number in 4...5 { output.write("entry \(number)") { "lost \($0)" } }
    try pipe.fileHandleForWriting.close()
    close(file)

    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "lost 3\nentry 4\nentry 5\n")
  }

  @Test func `a reader that stops reading does not block the server`() throws {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    // More than any pipe holds; each write would wait for the reader.
    let line = String(repeating: "x", count: 1_000)
    let count = 2_000
    for number in 1...count { output.write("\(number) \(line)") { "lost \($0)" } }

    // The reader continues.
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let received = read(descriptor, &buffer, buffer.count)
    #expect(received > 0 && received < count * line.count)
    output.write("after") { "lost \($0)" }
    try pipe.fileHandleForWriting.close()
    let remaining = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(remaining.contains("lost ") && remaining.hasSuffix("\nafter\n"))
  }
}
