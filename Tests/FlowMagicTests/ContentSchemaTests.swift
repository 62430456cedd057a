import FlowCore
import FlowMagic
import Foundation
import Testing

/// Tests of schemas that are inferred from a `Content` type.
struct ContentSchemaTests {
  func schema<S: Screen>(_ screen: S.Type) throws -> JSON {
    try #require(try ScreenRegistry { screen }.manifest().screens[0].content)
  }

  struct Form: Screen {
    typealias Port = NoPort
    enum Kind: String, Codable, CaseIterable, Sendable { case short, long }
    struct Field: Codable, Sendable {
      var label: String
      var limit: Int?
    }
    struct Content: Codable, Sendable {
      var title: String
      var kind: Kind
      var isNew: Bool
      var price: Decimal
      var since: Date?
      var link: URL?
      var fields: [Field]
      var notes: [String: String]?
    }
  }

  @Test func `the schema has members, types, enums, arrays and dictionaries`() throws {
    let expected: JSON = [
      "type": "object",
      "properties": [
        "title": ["type": "string"],
        "kind": ["type": "string", "enum": ["short", "long"]],
        "isNew": ["type": "boolean"],
        "price": ["type": "number"],
        "since": ["type": ["string", "null"], "format": "date"],
        "link": ["type": ["string", "null"], "format": "uri"],
        "fields": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": ["label": ["type": "string"], "limit": ["type": ["integer", "null"]]],
            "required": ["label"],
          ],
        ],
        "notes": ["type": ["object", "null"], "additionalProperties": ["type": "string"]],
      ],
      "required": ["title", "kind", "isNew", "price", "fields"],
    ]
    #expect(try schema(Form.self).text(.pretty) == expected.text(.pretty))
  }

  struct Tree: Screen {
    typealias Port = NoPort
    struct Content: Codable, Sendable {
      var name: String
      var children: [Content]
    }
  }

  @Test func `a recursive type has a finite schema`() throws {
    let schema = try schema(Tree.self)
    #expect(schema["required"] == ["name", "children"])
    let check = ContentSchema(schema)
    #expect(
      check.violations(in: ["name": "a", "children": [["name": "b", "children": []]]]).isEmpty)
    #expect(!check.violations(in: ["name": "a"]).isEmpty)
  }

  struct Tolerant: Screen {
    typealias Port = NoPort
    struct Content: Decodable, Sendable {
      var size: String
      enum CodingKeys: String, CodingKey { case size, old }

      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let number = try? members.decode(Int.self, forKey: .size)
        size = try number?.description ?? members.decode(String.self, forKey: .size)
        _ = (try? members.decode(String.self, forKey: .old)) ?? ""
      }
    }
  }

  @Test func `the schema accepts the values that a hand-written decoder accepts`() throws {
    let check = ContentSchema(try schema(Tolerant.self))
    #expect(check.violations(in: ["size": 5]).isEmpty)
    #expect(check.violations(in: ["size": "five", "old": 3]).isEmpty)
    #expect(!check.violations(in: ["size": false]).isEmpty)
    #expect(!check.violations(in: ["old": "x"]).isEmpty)
  }

  struct Strict: Screen {
    typealias Port = NoPort
    enum Kind: String, Codable, Sendable { case red, blue }
    struct Content: Codable, Sendable {
      var kind: Kind
      var title: String
    }
  }

  struct Hinted: Screen {
    typealias Port = NoPort
    typealias Content = Strict.Content
    static let defaultContent: JSON? = ["kind": "red", "title": ""]
  }

  @Test func `the default content provides the sample value of a type that has none`() throws {
    let loose = ContentSchema(try schema(Strict.self))
    #expect(loose.violations(in: ["kind": "blue", "title": "Hi"]).isEmpty)
    let check = ContentSchema(try schema(Hinted.self))
    #expect(check.violations(in: ["kind": "blue", "title": "Hi"]).isEmpty)
    #expect(!check.violations(in: ["kind": "blue"]).isEmpty)
    #expect(check.violations(in: .null).isEmpty)
  }

  struct Own: Screen {
    typealias Port = NoPort
    static let contentSchema: JSON? = ["type": "object", "required": ["x"]]
  }

  @Test func `a declared schema is used`() throws {
    #expect(try schema(Own.self) == ["type": "object", "required": ["x"]])
  }

  @Test func `a reference to a string table is valid for a string`() throws {
    let check = ContentSchema(try schema(Email.self))
    #expect(check.violations(in: ["title": ["$text": "email.title"]]).isEmpty)
  }
}
