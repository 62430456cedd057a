/// An error of the parser, small enough to be thrown from the innermost loop.
struct JSONSyntaxError: Error {
  /// The reason for the error.
  enum Reason {
    case empty, byteOrderMark, utf16, notUTF8
    case valueExpected, trailingComma, comment, singleQuote, plusSign, leadingPoint, notANumber
    case keyExpected, colonExpected, commaInArray, commaInObject, textAfterValue
    case endInString, endInArray, endInObject
    case controlCharacter, unknownEscape, hexDigits, loneSurrogate
    case leadingZero, digitExpected
    case duplicateKey, tooDeep, tooLarge
  }

  /// The value that the error's JSON Pointer refers to.
  enum Scope {
    /// The innermost open container.
    case container
    /// The member or element that was being read.
    case member
    /// The member with that key node.
    case key(Int)
  }

  let reason: Reason
  let offset: Int
  let scope: Scope

  init(_ reason: Reason, at offset: Int, in scope: Scope = .member) {
    self.reason = reason
    self.offset = offset
    self.scope = scope
  }

  /// The stable code of the error.
  var code: FlowError.Code {
    switch reason {
    case .byteOrderMark, .utf16, .notUTF8: .jsonEncoding
    case .loneSurrogate: .jsonLoneSurrogate
    case .duplicateKey: .jsonDuplicateKey
    case .tooDeep: .jsonTooDeep
    case .tooLarge: .jsonTooLarge
    default: .jsonSyntax
    }
  }

  /// The error and its fix as a sentence, or the beginning of one that continues with the text
  /// found, a key or a limit.
  var sentence: StaticString {
    switch reason {
    case .empty: "The text is empty; a JSON text has exactly one value."
    case .byteOrderMark:
      "The text begins with a byte order mark, which JSON does not allow; remove its three bytes."
    case .utf16: "The text is UTF-16; JSON must be encoded as UTF-8."
    case .notUTF8: "These bytes are not UTF-8; JSON must be encoded as UTF-8."
    case .valueExpected:
      "A value is expected here: an object, array, string, number, true, false or null"
    case .trailingComma: "There is no value after this comma; remove the comma."
    case .comment: "JSON has no comments; remove this one."
    case .singleQuote: "Strings and keys need double quotes, not single quotes."
    case .plusSign: "A number cannot have a plus sign; remove it."
    case .leadingPoint: "A number needs a digit before its decimal point: write 0.5, not .5."
    case .notANumber: "JSON has no NaN and no Infinity; use null or a string."
    case .keyExpected: "A key in double quotes is expected here"
    case .colonExpected: "A colon is expected here, between key and value"
    case .commaInArray: "A comma or the array's closing bracket is expected here"
    case .commaInObject: "A comma or the object's closing brace is expected here"
    case .textAfterValue: "The text continues after its value; only white space may follow"
    case .endInString: "The text ends inside a string; its closing quote is missing."
    case .endInArray: "The text ends inside an array; its closing bracket is missing."
    case .endInObject: "The text ends inside an object; its closing brace is missing."
    case .controlCharacter:
      "A control character in a string must be an escape such as \\n or \\u0001"
    case .unknownEscape: "A backslash must be followed by one of \" \\ / b f n r t u"
    case .hexDigits: "\\u must be followed by four hexadecimal digits"
    case .loneSurrogate:
      "This \\u escape is half of a surrogate pair; write both halves, high before low."
    case .leadingZero: "A number cannot have leading zeros; remove them."
    case .digitExpected: "A digit is expected here"
    case .duplicateKey: "The object has the key `"
    case .tooDeep: "Arrays and objects are nested deeper than the limit of "
    case .tooLarge: "The text is longer than the limit of "
    }
  }

  /// Whether the message continues with the text found at the offset.
  var quotesFoundText: Bool {
    switch reason {
    case .valueExpected, .keyExpected, .colonExpected, .commaInArray, .commaInObject,
      .textAfterValue, .controlCharacter, .unknownEscape, .hexDigits, .digitExpected:
      true
    default: false
    }
  }
}
