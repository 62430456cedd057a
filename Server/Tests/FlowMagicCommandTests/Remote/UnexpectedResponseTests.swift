import FlowCore
import Testing

/// Responses of servers that are not FlowMagic, slow or hostile.
@Suite struct UnexpectedResponseTests {
  private func list(_ server: StubServer, _ tool: CommandLineTool) throws
    -> CommandLineTool.Result
  {
    try tool.run(
      ["app", "list", "--server", server.address, "--token", "fm_x"],
      environment: ["COLUMNS": "400"])
  }

  @Test func `a server that is not FlowMagic is reported as such`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try StubServer(
      response: "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
        + "Connection: close\r\n\r\n<hi>")
    let result = try list(server, tool)
    #expect(result.status == 1)
    #expect(result.err.contains("\(server.address) responded with status 404 and no explanation."))
    #expect(result.err.contains("Check that this is the URL of a FlowMagic server"))
  }

  @Test func `a response that is not JSON is an error, and redirects are not followed`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let page = try StubServer(
      response: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<hi>")
    #expect(try list(page, tool).err.contains("Cannot read the server's response"))
    let redirect = try StubServer(
      response: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n")
    let redirected = try list(redirect, tool)
    #expect(redirected.status == 1)
    #expect(redirected.err.contains("responded with status 302"), "\(redirected.err)")
  }

  @Test func `a server cannot control the terminal`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let body = #"{"code": "x", "detail": "\u001b]0;owned\u0007"}"#
    let server = try StubServer(
      response: "HTTP/1.1 409 Conflict\r\nContent-Type: application/problem+json\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    let result = try list(server, tool)
    #expect(result.err.contains("owned"))
    #expect(!result.err.contains("\u{1B}"))
  }

  @Test func `a slow request shows a progress indicator, and Ctrl-C ends it`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try StubServer(response: nil)
    let terminal = try PseudoTerminal(
      tool, ["app", "list", "--server", server.address, "--token", "fm_x"])
    try terminal.wait(for: "Waiting for \(server.address) … 1 s")
    terminal.interrupt()
    #expect(try terminal.waitForExit() != 0)
  }
}
