import FlowCore
import Testing

@Suite struct ManifestTests {
  static let shop = """
    {"schema": 1, "application": "shop", "platform": "ios", "version": "2.3.0", "build": "231",
     "share": 0.25, "note": true,
     "screens": [
       {"name": "Email", "ports": ["next", {"name": "skip", "provides": []},
          {"name": "help", "later": 1}],
        "needs": {"name": "string"}, "provides": {"email": "string"},
        "content": {"type": "object"}, "icon": "at"},
       {"name": "Done"}],
     "attributes": {"plan": "string"},
     "flows": [{"id": "f", "start": "s", "steps": [{"id": "s", "screen": "Email"}]}]}
    """

  @Test func `every part is read`() throws {
    let manifest = try Manifest(parsing: Self.shop)
    let note = JSONObject([.init(key: "later", value: 1)])
    #expect(manifest.application == "shop")
    #expect(manifest.platform == "ios")
    #expect(manifest.version == "2.3.0")
    #expect(manifest.build == "231")
    #expect(manifest.share == JSONNumber(0.25))
    #expect(
      manifest.screens == [
        ScreenDeclaration(
          name: "Email",
          ports: [
            PortDeclaration(name: "next"), PortDeclaration(name: "skip", provides: []),
            PortDeclaration(name: "help", unknown: note),
          ],
          needs: [KeyDeclaration(key: "name", type: .string)],
          provides: [KeyDeclaration(key: "email", type: .string)], content: ["type": "object"],
          unknown: JSONObject([.init(key: "icon", value: "at")])),
        ScreenDeclaration(name: "Done"),
      ])
    #expect(manifest.attributes == [AttributeDeclaration(name: "plan", type: .string)])
    #expect(
      manifest.flows == [Flow(id: "f", start: "s", steps: [FlowStep(id: "s", screen: "Email")])])
    #expect(manifest.unknown == JSONObject([.init(key: "note", value: true)]))
  }

  @Test func `a manifest is written back unchanged`() throws {
    let manifest = try Manifest(parsing: Self.shop)
    #expect(try Manifest(parsing: manifest.json.text(.compact)) == manifest)
    #expect(manifest.json.text() == (try JSON(parsing: Self.shop).text()))
  }

  @Test(arguments: [
    ("[]", FlowError.Code.wrongType, ""),
    ("{}", .missingKey, ""),
    (#"{"schema": 3}"#, .unknownSchema, "/schema"),
    (#"{"schema": 1, "share": 1.5}"#, .invalidValue, "/share"),
    (#"{"schema": 1, "share": -1}"#, .invalidValue, "/share"),
    (#"{"schema": 1, "screens": [{}]}"#, .missingKey, "/screens/0"),
    (#"{"schema": 1, "screens": [{"name": "A", "ports": [1]}]}"#, .wrongType, "/screens/0/ports/0"),
    (
      #"{"schema": 1, "screens": [{"name": "A", "needs": {"a": "text"}}]}"#, .invalidValue,
      "/screens/0/needs/a"
    ),
    (#"{"schema": 1, "flows": [{}]}"#, .missingKey, "/flows/0"),
  ])
  func `a manifest of the wrong shape is rejected with its location`(
    _ text: String, _ code: FlowError.Code, _ pointer: String
  ) {
    let error = #expect(throws: FlowError.self) { try Manifest(parsing: text) }
    #expect(error?.code == code)
    #expect(error?.position?.pointer == pointer)
  }
}
