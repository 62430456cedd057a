import FlowCore
import FlowMagic
import Foundation
import Testing

struct JSONCodingTests {
  struct Everything: Codable, Equatable {
    enum Shape: Codable, Equatable {
      case circle(radius: Double)
      case none
    }
    var text = "é\n"
    var whole = Int64.min
    var large = UInt64.max
    var amount = Decimal(string: "0.1000000000000000055511151231257827")
    var ratio = 0.1
    var short: Float = 0.1
    var flag = true
    var date = Date(timeIntervalSince1970: 1_700_000_000.25)
    var link = URL(string: "https://example.com/a?b")
    var id = UUID()
    var bytes = Data([0, 255])
    var list = [1, 2]
    var nested = [["a": Shape.circle(radius: 2)], ["b": .none]]
    var missing: String?
    var any: JSON = ["n": 1, "deep": [.null, true, 1.5]]
  }

  @Test func `an encoded value decodes to the same value`() throws {
    let value = Everything()
    let json = try JSON(encoding: value)
    #expect(try json.decoded(as: Everything.self) == value)
    #expect(try JSON(parsing: json.text()).decoded(as: Everything.self) == value)
    #expect(json["large"]?.number?.text == "18446744073709551615")
    #expect(json["short"]?.number?.text == "0.1")
    #expect(json["missing"] == nil)
  }

  @Test func `the digits of a number are preserved`() throws {
    let json = try JSON(parsing: #"{"a": 1.10, "b": 9007199254740993}"#)
    #expect(
      try json.decoded(as: [String: Decimal].self)["b"] == Decimal(string: "9007199254740993"))
    #expect(try JSON(encoding: json.decoded(as: JSON.self)).text() == json.text())
  }

  @Test func `JSONEncoder writes and JSONDecoder reads JSON`() throws {
    let json: JSON = ["a": [1, 2.5, .null, "x", true], "b": [:]]
    let data = try JSONEncoder().encode(json)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == json)
  }

  @Test(arguments: [
    (#"{"list": [1, "2"]}"#, "list/Index 1"), (#"{"list": 5}"#, "list"), ("5", ""),
  ])
  func `a decoding error has its coding path`(text: String, expectedPath: String) throws {
    struct Lists: Codable { var list: [Int] }
    let json = try JSON(parsing: text)
    #expect {
      try json.decoded(as: Lists.self)
    } throws: { error in
      guard case .typeMismatch(_, let context) = error as? DecodingError else { return false }
      let path = context.codingPath.map { key in
        key.intValue.map { "Index \($0)" } ?? key.stringValue
      }
      return path.joined(separator: "/") == expectedPath
    }
  }

  @Test func `the weight of a variant can be a number literal`() {
    let split = Split(
      experiment: "x",
      variants: [
        Split.Variant(weight: 0.5, destination: Destination(.finish("a"))),
        Split.Variant(weight: 1, destination: Destination(.finish("b"))),
      ])
    #expect(split.variants.map(\.weight?.text) == ["0.5", "1"])
  }

  @Test(arguments: ["300", "1.5", "-1", "1e9"])
  func `a number that is not a UInt8 is rejected`(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: DecodingError.self) { try json.decoded(as: UInt8.self) }
  }

  @Test func `a number that JSON cannot represent is rejected`() {
    #expect(throws: EncodingError.self) { try JSON(encoding: [Double.infinity]) }
  }

  @Test func `a date is decoded from a day, or from a day and a time`() throws {
    let day = try JSON.string("2026-03-01").decoded(as: Date.self)
    #expect(try JSON.string("2026-03-01T00:00:00Z").decoded(as: Date.self) == day)
    #expect(try JSON.string("2026-03-01T00:00:00.000Z").decoded(as: Date.self) == day)
    #expect(throws: DecodingError.self) { try JSON.string("1 March").decoded(as: Date.self) }
  }

  @Test func `classes with a superclass decode`() throws {
    class Base: Codable { var a = 1 }
    final class Derived: Base {
      let b: Int
      private enum CodingKeys: CodingKey { case b }

      required init(from decoder: any Decoder) throws {
        b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
        try super.init(from: decoder)
      }
    }
    let json: JSON = ["a": 3, "b": 4]
    let derived = try json.decoded(as: Derived.self)
    #expect(derived.a == 3)
    #expect(derived.b == 4)
  }
}
