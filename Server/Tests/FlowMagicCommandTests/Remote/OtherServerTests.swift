import FlowCore
import Testing

@Suite struct OtherServerTests {
  private func list(_ server: OtherServer, _ tool: CommandLineTool) throws
    -> CommandLineTool.Result
  {
    try tool.run(
      ["app", "list", "--server", server.address, "--token", "fm_x"],
      environment: ["COLUMNS": "400"])
  }

  @Test func `what is no FlowMagic server is told as such`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let server = try OtherServer(
      answer: "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
        + "Connection: close\r\n\r\n<hi>")
    let result = try list(server, tool)
    #expect(result.status == 1)
    #expect(result.err.contains("\(server.address) answered with status 404 and no explanation."))
    #expect(result.err.contains("Look whether a FlowMagic server"))
  }

  @Test func `an answer that is no JSON, or a redirect elsewhere, is not followed`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let page = try OtherServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<hi>")
    #expect(try list(page, tool).err.contains("The server's answer cannot be read"))
    let redirect = try OtherServer(
      answer: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n")
    let moved = try list(redirect, tool)
    #expect(moved.status == 1)
    #expect(moved.err.contains("answered with status 302"), "\(moved.err)")
  }

  @Test func `what a server says cannot steer the terminal`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let body = #"{"code": "x", "detail": "\u001b]0;owned\u0007"}"#
    let server = try OtherServer(
      answer: "HTTP/1.1 409 Conflict\r\nContent-Type: application/problem+json\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    let result = try list(server, tool)
    #expect(result.err.contains("owned"))
    #expect(!result.err.contains("\u{1B}"))
  }

  @Test func `a person sees that the command waits, and Ctrl-C ends it`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let server = try OtherServer(answer: nil)
    let terminal = try PseudoTerminal(
      tool, ["app", "list", "--server", server.address, "--token", "fm_x"])
    try terminal.wait(for: "Waiting for \(server.address) … 1 s")
    terminal.interrupt()
    #expect(try terminal.end() != 0)
  }
}
