import AccountsWeb
import Foundation
import Testing

/// The default numbers of connections; the apps test how the limits are enforced.
struct ConnectionLimitsTests {
  @Test(arguments: [(1024, 896, 224), (256, 128, 64), (64, 1, 64), (Int.max, 10_000, 2500)])
  func `the limits of connections depend on that of open files`(
    openFiles: Int, connections: Int, perNetwork: Int
  ) {
    let limits = ConnectionLimits(openFiles: openFiles)
    #expect(limits.connections == connections)
    #expect(limits.connectionsPerNetwork == perNetwork)
  }

  @Test func `a reserve and several files for each connection allow fewer connections`() {
    let limits = ConnectionLimits(reserve: 640, filesPerConnection: 2, openFiles: 1024)
    #expect(limits.connections == 192)
  }

  #if os(Linux)
    @Test func `the process's limit of open files is raised to the maximum`() throws {
      let openFiles = ConnectionLimits.raiseOpenFileLimit()
      let limits = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
      let lines = limits.split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("Max open files") })
      let words = line.split(separator: " ")
      #expect(words[3] == "\(openFiles)")
      #expect(openFiles >= min(Int(words[4]) ?? .max, 1_048_576))
    }
  #endif
}
