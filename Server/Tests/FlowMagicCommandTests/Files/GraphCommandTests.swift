import FlowCore
import Testing

import flowmagic

@Suite struct GraphCommandTests {
  @Test func `Mermaid shows ports, conditions, ends and nested flows`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("graph", "-", input: Fixtures.simulation)
    #expect(result.status == 0)
    #expect(
      result.out == """
        flowchart TD
          subgraph f0["join"]
            f0s(( )) --> n0
            n0["welcome<br/>Info"]
            n1["legal<br/>Legal<br/>shown if age is at least 18"]:::conditional
            n2["name<br/>TextInput"]
            n3["password<br/>TextInput"]
            n4["done<br/>Summary"]
            n6[["flow login"]]
            n7(["end: completed"])
          end
          subgraph f1["login"]
            f1s(( )) --> n5
            n5["form<br/>Login"]
            n8(["end: ok"])
          end
          n0 -->|"next<br/>if country is one of DE or AT"| n1
          n0 -->|"next<br/>otherwise"| n2
          n6 -->|"on ok"| n4
          n0 -->|"login"| n6
          n1 --> n2
          n2 --> n3
          n3 -->|"thanks: 100#37; plain"| n4
          n3 --> n4
          n4 --> n7
          n5 -->|"submit"| n8
          n6 -.-> n5
          classDef conditional stroke-dasharray: 4 3

        """)
  }

  @Test func `DOT shows flows and edges, and escapes quotes`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let input = Fixtures.valid.replacing("\"buy\"", with: #""a \"b\" \\ c""#)
    let result = try tool.run("graph", "--format", "dot", "-", input: input)
    #expect(result.status == 0)
    #expect(result.out.contains(#"    label="a \"b\" \\ c";"#))
    #expect(result.out.contains(#"  n0 -> n1 [label="next"];"#))
    #expect(result.out.hasPrefix("digraph flows {\n"))
    #expect(result.out.hasSuffix("}\n"))
  }

  @Test func `--flow draws a single flow, and an unknown flow lists the available ones`()
    throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let login = try tool.run("graph", "--flow", "login", "-", input: Fixtures.simulation)
    #expect(login.out.contains("login"))
    #expect(!login.out.contains("welcome"))
    let unknown = try tool.run("graph", "--flow", "logn", "-", input: Fixtures.simulation)
    #expect(unknown.status == 1)
    #expect(unknown.err.contains("There is no flow logn. Available flows: join, login."))
  }

  @Test func `a missing target is marked`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("graph", "-", input: Fixtures.broken)
    #expect(result.out.contains(#"["pay?"]:::missing"#))
  }

  @Test func `names are escaped in Mermaid`() {
    #expect(MermaidWriter.escaped(#"a"b<br>#quot;"#) == "a#34;b#60;br#62;#35;quot#59;")
    #expect(MermaidWriter.escaped("x\nend `y`") == "x end #96;y#96;")
    #expect(MermaidWriter.escaped("1. a_b") == "1#46; a_b")
    #expect(MermaidWriter.escaped("- [a] 1.5") == "#45; [a] 1.5")
  }

  @Test(arguments: [(0.5, "50%"), (1.0 / 3, "33.33%"), (0.1 + 0.2, "30%"), (.nan, "?%")])
  func `shares are formatted as percentages`(share: Double, text: String) {
    #expect(SplitText.percent(share) == text)
  }
}
