import FlowCore
import Testing

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    // Any value may be the whole text, surrounded by the four kinds of whitespace.
    "null", "true", "false", "0", "-0", #""""#, "[]", "{}", " \t\r\n null \t\r\n ", "[ ]", "{ }",
    // Numbers
    "[0, -1, 10, 1.5, -0.0, 1e5, 1E5, 1e+5, 1e-5, 0e0, 0.1e01, 1.000]",
    "123456789012345678901234567890", "1e999999999", "-1e-999999999", "0.0000000000000000001",
    // Strings
    #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC\uFFFF\u0000""#, #""\ud83d\ude00\uDBFF\uDFFF""#,
    "\"a\u{7F}\u{80}é€😀\u{10FFFF}\u{FEFF}\u{2028}\"", #""/*no comment*/ //nor this""#,
    #"["eight888", "seven77", "nine99999", "sixteen16sixteen", "sixteen16\n16teen"]"#,
    // Containers
    "[[[[[]]]]]", "[null,true,false,0,\"\",[],{}]", #"{"":0}"#, #"{"a":{"a":{"a":[]}}}"#,
    #"{"a":1,"b":2,"A":3," a":4,"á":5,"a\u0301":6}"#, "[1\n,\n2\n]", #"{"a" : 1 , "b" : [ ] }"#,
  ])
  func `valid JSON is parsed, and again after it was written`(text: String) throws {
    let value = try JSON(parsing: text)

    #expect(try JSON(parsing: value.text(.compact)) == value)
  }

  @Test(arguments: [
    ("", 0, "The text is empty; a JSON text has exactly one value."),
    ("  \n", 3, "The text is empty; a JSON text has exactly one value."),
    // After the value
    ("1 2", 2, "The text continues after its value; only white space may follow, but found `2`."),
    ("{}}", 2, "The text continues after its value; only white space may follow, but found `}`."),
    ("[],", 2, "The text continues after its value; only white space may follow, but found `,`."),
    ("nullé", 4, "The text continues after its value; only white space may follow, but found `é`."),
    // Words
    ("nul", 0, value("`n`")), ("tru", 0, value("`t`")), ("fals", 0, value("`f`")),
    ("True", 0, value("`T`")),
    ("NULL", 0, "JSON has no NaN and no Infinity; use null or a string."),
    ("undefined", 0, value("`u`")),
    ("[trueish]", 5, "A comma or the array's closing bracket is expected here, but found `i`."),
    ("NaN", 0, "JSON has no NaN and no Infinity; use null or a string."),
    ("[-Infinity]", 2, "A digit is expected here, but found `I`."),
    // Numbers
    ("01", 0, "A number cannot have leading zeros; remove them."),
    ("-012", 1, "A number cannot have leading zeros; remove them."),
    ("+1", 0, "A number cannot have a plus sign; remove it."),
    (".5", 0, "A number needs a digit before its decimal point: write 0.5, not .5."),
    ("-.5", 1, "A digit is expected here, but found `.`."),
    ("1.", 2, "A digit is expected here, but found the end of the text."),
    ("[1.]", 3, "A digit is expected here, but found `]`."),
    ("-", 1, "A digit is expected here, but found the end of the text."),
    ("1e", 2, "A digit is expected here, but found the end of the text."),
    ("1e+", 3, "A digit is expected here, but found the end of the text."),
    ("1.e1", 2, "A digit is expected here, but found `e`."),
    ("0x1", 1, "The text continues after its value; only white space may follow, but found `x`."),
    ("[1_000]", 2, "A comma or the array's closing bracket is expected here, but found `_`."),
    ("[1 000]", 3, "A comma or the array's closing bracket is expected here, but found `0`."),
    ("[١]", 1, value("`١`")),
  ])
  func `an error outside strings and containers has its location and a message`(
    text: String, offset: Int, message: String
  ) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    #expect(error.code == .jsonSyntax)
    #expect(error.position?.offset == offset)
    #expect(error.message == message)
  }

  @Test(arguments: [
    // Arrays
    ("[", 1, "The text ends inside an array; its closing bracket is missing."),
    ("[1", 2, "The text ends inside an array; its closing bracket is missing."),
    ("[1,", 3, "The text ends inside an array; its closing bracket is missing."),
    ("[[]", 3, "The text ends inside an array; its closing bracket is missing."),
    ("[1,]", 3, "There is no value after this comma; remove the comma."),
    ("[1 , ]", 5, "There is no value after this comma; remove the comma."),
    ("[,1]", 1, value("`,`")), ("[1,,2]", 3, value("`,`")),
    ("[1}", 2, "A comma or the array's closing bracket is expected here, but found `}`."),
    ("[1:2]", 2, "A comma or the array's closing bracket is expected here, but found `:`."),
    ("[\u{1}]", 1, value("the byte 0x01")), ("[1\u{B}]", 2, comma("the byte 0x0B")),
    ("[\u{A0}1]", 1, value("`\u{A0}`")), ("]", 0, value("`]`")),
    // Objects
    ("{", 1, "The text ends inside an object; its closing brace is missing."),
    (#"{"a":1"#, 6, "The text ends inside an object; its closing brace is missing."),
    (#"{"a":1,"#, 7, "The text ends inside an object; its closing brace is missing."),
    (
      #"{"a""#, 4, "A colon is expected here, between key and value, but found the end of the text."
    ),
    (#"{"a":"#, 5, value("the end of the text")),
    (#"{"a":}"#, 5, value("`}`")), (#"{"a"}"#, 4, colon("`}`")), (#"{"a" 1}"#, 5, colon("`1`")),
    (#"{"a",1}"#, 4, colon("`,`")), (#"{"a"::1}"#, 5, value("`:`")),
    (#"{"a":1,}"#, 7, "There is no value after this comma; remove the comma."),
    (#"{,"a":1}"#, 1, "A key in double quotes is expected here, but found `,`."),
    ("{1:1}", 1, "A key in double quotes is expected here, but found `1`."),
    ("{a:1}", 1, "A key in double quotes is expected here, but found `a`."),
    ("{null:1}", 1, "A key in double quotes is expected here, but found `n`."),
    ("{'a':1}", 1, "Strings and keys need double quotes, not single quotes."),
    (#"{"a":'b'}"#, 5, "Strings and keys need double quotes, not single quotes."),
    (#"{"a":1]"#, 6, "A comma or the object's closing brace is expected here, but found `]`."),
    (
      #"{"a":1 "b":2}"#, 7,
      "A comma or the object's closing brace is expected here, but found `\"`."
    ),
    // Comments
    ("/**/1", 0, "JSON has no comments; remove this one."),
    ("[1//\n]", 2, "JSON has no comments; remove this one."),
    ("{//\n}", 1, "JSON has no comments; remove this one."),
    (#"{"a":1/**/}"#, 6, "JSON has no comments; remove this one."),
  ])
  func `an error in arrays and objects has its location and a message`(
    text: String, offset: Int, message: String
  ) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    #expect(error.code == .jsonSyntax)
    #expect(error.position?.offset == offset)
    #expect(error.message == message)
  }

  @Test(arguments: [
    (#"""#, 0, "The text ends inside a string; its closing quote is missing."),
    (#"["abc"#, 1, "The text ends inside a string; its closing quote is missing."),
    (#"["a\"#, 1, "The text ends inside a string; its closing quote is missing."),
    (#"["a\"]"#, 1, "The text ends inside a string; its closing quote is missing."),
    (#""\a""#, 2, escape("`a`")), (#""\'""#, 2, escape("`'`")), (#""\U0041""#, 2, escape("`U`")),
    (#""\x41""#, 2, escape("`x`")), ("\"\\\n\"", 2, escape("the byte 0x0A")),
    (#""\u12""#, 5, hex("`\"`")), (#""\u12"#, 5, hex("the end of the text")),
    (#""\u12G4""#, 5, hex("`G`")), (#""\ud800\u12""#, 11, hex("`\"`")),
    ("\"a\nb\"", 2, control("the byte 0x0A")), ("\"\t\"", 1, control("the byte 0x09")),
    ("\"\u{0}\"", 1, control("the byte 0x00")), ("\"12345678\u{1F}\"", 9, control("the byte 0x1F")),
    ("{\"a\rb\":1}", 3, control("the byte 0x0D")),
  ])
  func `an error in a string has its location and a message`(
    text: String, offset: Int, message: String
  ) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    #expect(error.code == .jsonSyntax)
    #expect(error.position?.offset == offset)
    #expect(error.message == message)
  }

  @Test(arguments: [
    (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\udfff\ud800""#, 1), (#""a\ud83dx""#, 2),
    (#""\ud83d\n""#, 1), (#""\ud83d\ud83d\ude00""#, 1), (#""\ud83d\u0041""#, 1), (#""\ud83d"#, 1),
    (#""\ud83d\"#, 1), (#"{"\ud800":1}"#, 2),
  ])
  func `an unpaired surrogate is rejected`(text: String, offset: Int) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    #expect(error.code == .jsonLoneSurrogate)
    #expect(error.position?.offset == offset)
  }

  private static func value(_ found: String) -> String {
    "A value is expected here: an object, array, string, number, true, false or null, but found "
      + found + "."
  }

  private static func comma(_ found: String) -> String {
    "A comma or the array's closing bracket is expected here, but found \(found)."
  }

  private static func colon(_ found: String) -> String {
    "A colon is expected here, between key and value, but found \(found)."
  }

  private static func escape(_ found: String) -> String {
    "A backslash must be followed by one of \" \\ / b f n r t u, but found \(found)."
  }

  private static func hex(_ found: String) -> String {
    "\\u must be followed by four hexadecimal digits, but found \(found)."
  }

  private static func control(_ found: String) -> String {
    "A control character in a string must be an escape such as \\n or \\u0001, but found \(found)."
  }
}
