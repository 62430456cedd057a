import FlowCore
import Testing

@Suite struct ConditionDescriptionTests {
  static let examples: [(String, String)] = [
    (#"{"country": {"$in": ["DE", "AT"]}}"#, "country is one of DE or AT"),
    (#"{"country": {"$in": ["DE"]}}"#, "country is DE"),
    (#"{"country": "New York"}"#, "country is “New York”"),
    (#"{"country": ""}"#, "country is “”"),
    (#"{"appVersion": {"$vgte": "2.3"}}"#, "app version is at least 2.3"),
    (#"{"appVersion": {"$vgt": "2", "$vlt": "3"}}"#, "app version is above 2 and is below 3"),
    (#"{"userId": {"$ne": "u1"}, "deviceOS": "iOS"}"#, "user id is not u1 and device OS is iOS"),
    (#"{"age": {"$gte": 18, "$lt": 65.50}}"#, "age is at least 18 and is less than 65.50"),
    (#"{"output.email": {"$exists": true}}"#, "the output of “email” exists"),
    (#"{"output.email": {"$exists": false}}"#, "the output of “email” is missing"),
    (#"{"plan": {"$exists": 0}}"#, "plan is missing"),
    (#"{"plan": {"$exists": "no"}}"#, "plan exists"),
    (#"{"plan": null}"#, "plan is missing"),
    (#"{"plan": {"$ne": null}}"#, "plan exists"),
    (#"{"is_vip": true}"#, "is vip is true"),
    (
      #"{"$or": [{"a": 1}, {"b": 2, "c": 3}]}"#, "a is 1 or (b is 2 and c is 3)"
    ),
    (
      #"{"x": 1, "$or": [{"a": 1}, {"b": 2}]}"#, "x is 1 and (a is 1 or b is 2)"
    ),
    (#"{"$and": [{"a": 1}, {"b": 2}, {"c": 3}]}"#, "a is 1, b is 2 and c is 3"),
    (#"{"$nor": [{"a": 1}, {"b": 2}]}"#, "not (a is 1 or b is 2)"),
    (#"{"$not": {"a": 1}}"#, "not (a is 1)"),
    (#"{"a": {"$not": {"$in": [1, 2]}}}"#, "not (a is one of 1 or 2)"),
    (#"{"a": {"$gt": 1, "$not": {"$eq": 5}}}"#, "a is more than 1 and not (a is 5)"),
    (#"{"a": {"$nin": ["x", "y"]}}"#, "a is none of x or y"),
    (#"{"a": {"$ini": ["x", "y"]}}"#, "a is one of x or y (ignoring case)"),
    (#"{"tags": {"$all": ["x", "y"]}}"#, "tags contains x and y"),
    (#"{"tags": {"$size": 2}}"#, "tags has 2 entries"),
    (#"{"tags": {"$size": 1}}"#, "tags has 1 entry"),
    (#"{"tags": {"$size": {"$gt": 2}}}"#, "tags has a number of entries that is more than 2"),
    (#"{"tags": {"$elemMatch": {"$gt": 2}}}"#, "tags has an entry that is more than 2"),
    (#"{"tags": {"$elemMatch": {"size": 2}}}"#, "tags has an entry where size is 2"),
    (#"{"name": {"$regex": "^A"}}"#, "name matches the pattern “^A”"),
    (#"{"id": {"$inGroup": "beta"}}"#, "id is in the segment “beta”"),
    (#"{"id": {"$notInGroup": "beta"}}"#, "id is not in the segment “beta”"),
    (#"{"id": {"$type": "string"}}"#, "id is of the type string"),
    ("{}", "always"), (#"{"$and": []}"#, "always"),
    ("[]", "never (malformed condition)"),
    (#"{"a": {"$in": 1}}"#, "a never matches (malformed condition)"),
    (#"{"a": {"$foo": 1}}"#, "a never matches, as operator “$foo” is unknown"),
    // Where an attribute is expected, an unknown name with a dollar sign is an attribute's.
    (#"{"$foo": 1}"#, "$foo is 1"),
    (#"{"a": {"b": [1]}}"#, #"a is {"b":[1]}"#),
  ]

  @Test(arguments: examples)
  func `a condition is described in plain English`(_ condition: String, _ sentence: String) throws {
    #expect(ConditionDescription.describe(try JSON(parsing: condition)) == sentence)
  }

  @Test func `any JSON value as a condition has a description`() {
    for seed in 0..<500 {
      var random = SeededRandom(seed: seed)
      #expect(!ConditionDescription.describe(random.json(4)).isEmpty)
    }
  }
}
