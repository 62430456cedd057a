// A program that uses only the engine. scripts/check-linkage builds and runs it, and checks which
// libraries it links against.
import FlowCore

let document = try FlowDocument(
  parsing: """
    { "schema": 1, "flows": [ { "id": "onboarding", "start": "welcome", "steps": [
      { "id": "welcome", "screen": "Info", "ports": { "next": [
        { "when": { "country": { "$in": ["DE", "AT"] } }, "to": "legal" }, { "to": "done" } ] } },
      { "id": "legal", "screen": "Legal", "ports": { "next": [ { "to": "done" } ] } },
      { "id": "done", "screen": "Summary", "ports": { "next": [ { "finish": "completed" } ] } }
    ] } ] }
    """)
guard Verifier(document).findings().isEmpty else { fatalError("the flow has errors") }

var session = Session.start(in: try Release(document), context: ["country": "AT"]).session
_ = session.fire("next")
guard session.current?.step == "legal" else { fatalError("a user in Austria sees no legal page") }
_ = session.fire("next")
guard session.fire("next").effect == .finish("completed") else { fatalError("the flow never ends") }
print("the engine works")
