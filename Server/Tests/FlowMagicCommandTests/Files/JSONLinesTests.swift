import Foundation
import Testing

@Suite struct JSONLinesTests {
  @Test func `eval prints true or false for each line`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let lines = """
      {"condition": {"age": {"$gte": 18}}, "context": {"age": 21}}
      {"condition": {"age": {"$gte": 18}}}
      {"condition": {"id": {"$inGroup": "beta"}}, "context": {"id": 7}, "groups": {"beta": [7]}}
      """
    let result = try tool.run("eval", input: lines)
    #expect(result.status == 0)
    #expect(result.out == "true\nfalse\ntrue\n")
    #expect(result.err.isEmpty)
  }

  @Test func `an invalid line gets an output line, an error and status 1`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let lines = "{\"condition\": {}}\n{oops}\n\n[]\n{\"condition\": {}, \"context\": 1}\n"
    let result = try tool.run("eval", "-", input: lines)
    #expect(result.status == 1)
    #expect(result.out == "true\nfalse\nfalse\nfalse\nfalse\n")
    #expect(result.err.contains("standard input:2:2: error: "))
    #expect(result.err.contains("standard input:3:1: error: "))
    #expect(result.err.contains("standard input:4:1: error: "))
    #expect(result.err.contains("standard input:5:30: error: "))
  }

  @Test func `an unknown operator gives one warning and makes the condition false`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let line = #"{"condition": {"a": {"$foo": 1}}, "context": {"a": 1}}"# + "\n"
    let result = try tool.run("eval", input: line + line)
    #expect(result.status == 0)
    #expect(result.out == "false\nfalse\n")
    #expect(result.err.split(separator: "\n").count == 1)
    #expect(result.err.hasPrefix("standard input:1: warning: "))
  }

  @Test func `bucket prints numbers as JavaScript does, and null for an unknown version`()
    throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let lines = """
      {"seed": "", "value": "a", "version": 1}
      {"seed": "seed", "value": "a", "version": 2}
      {"seed": "seed", "value": "a"}
      {"seed": "b", "value": "a", "version": 99}
      {"seed": "b", "value": "a", "version": 1.5}
      {"seed": "b", "value": 17, "version": 1}
      {"seed": "b", "value": "17", "version": 1}
      """
    let result = try tool.run("bucket", input: lines)
    #expect(result.status == 0)
    let output = result.out.split(separator: "\n")
    // The first two are from GrowthBook's published test cases.
    #expect(output.prefix(5) == ["0.22", "0.0505", "0.0505", "null", "null"])
    #expect(output[5] == output[6])
  }

  @Test func `bucket prints null for a line without a seed`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("bucket", input: #"{"value": "a"}"#)
    #expect(result.status == 1)
    #expect(result.out == "null\n")
    #expect(result.err.contains("seed"))
  }

  @Test func `lines can be read from a file`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(#"{"condition": {}}"#, to: "lines.jsonl")
    #expect(try tool.run("eval", "lines.jsonl").out == "true\n")
    let missing = try tool.run("eval", "none.jsonl")
    #expect(missing.status == 1)
    #expect(missing.err.contains("No such file: none.jsonl (in "))
  }

  @Test func `output is flushed before waiting for the next line`() throws {
    let process = Process()
    process.executableURL = CommandLineTool.executable
    process.arguments = ["eval"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for _ in 0..<3 {
      try input.fileHandleForWriting.write(contentsOf: Data("{\"condition\": {}}\n".utf8))
      // Blocks forever if the output is not flushed.
      #expect(output.fileHandleForReading.availableData == Data("true\n".utf8))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `many lines give as many output lines`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let line = #"{"condition": {"a": 1}, "context": {"a": 1}}"# + "\n"
    let result = try tool.run("eval", input: String(repeating: line, count: 20_000))
    #expect(result.out == String(repeating: "true\n", count: 20_000))
  }
}
