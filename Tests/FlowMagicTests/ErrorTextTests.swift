import FlowCore
import FlowMagic
import Foundation
import Testing

struct ErrorTextTests {
  @Test func `an error of the engine has a message, a location and its code`() throws {
    let error = #expect(throws: FlowError.self) { try FlowDocument(parsing: "{\n  \"schema\": }") }
    let text = "\(try #require(error) as any Error)"
    #expect(text.hasPrefix(try #require(error).message))
    #expect(text.contains("line 2"))
    #expect(text.hasSuffix("(\(try #require(error).code.rawValue))"))
    #expect(error?.localizedDescription == UserMessage.failed.text())
  }

  @Test(arguments: FlowMagicError.Code.allCases)
  func `an error of the SDK has a localized description for users`(
    code: FlowMagicError.Code
  ) {
    let error: any Error = FlowMagicError(code, "The server https://x.test refused pk_1 (403).")
    let messages = UserMessage.allCases.map { $0.text() }
    #expect(messages.contains(error.localizedDescription))
  }

  @Test func `errors of the transport, of going back and of the engine are localized`() {
    let errors: [any Error] = [
      TransportFailure(.timedOut, "https://x.test does not answer."), BackNavigationError(),
      FlowError(.unknownFlow, "There is no flow x."),
    ]
    let messages = UserMessage.allCases.map { $0.text() }
    for error in errors { #expect(messages.contains(error.localizedDescription), "\(error)") }
  }

  @Test func `the messages for users are plain sentences in English and German`() {
    for message in UserMessage.allCases {
      let (english, german) = (message.text(in: "en"), message.text(in: "de"))
      #expect(english != german && english == message.text(in: "fr"))
      for text in [english, german] {
        #expect(text.hasSuffix(".") && !text.contains { "()_:/\\\"".contains($0) }, "\(text)")
      }
    }
  }
}
