import Accounts
import Foundation
import HTTPTypes

extension EndpointTable {
  /// Passkeys: for signing in, as second factor, and adding and removing them.
  ///
  /// A question is asked by a form of its own, because it counts as an attempt; the browser's
  /// answer comes back in a form too.
  static let passkeyPages = [
    beginPasskey, answerPasskey, beginSecondPasskey, answerSecondPasskey, beginNewPasskey,
    answerNewPasskey, removePasskeyByForm,
  ]

  private static let answer = ["credential", "secret", "return"]

  static let beginPasskey = Endpoint.page(
    "beginPasskey", .post, "/sign-in/passkey", "Asks for a passkey", here: "/sign-in",
    fields: ["return"]
  ) { visit in
    let question = try await visit.accounts.passkeys.beginSignIn(client: visit.call.client)
    return try visit.ask(
      question, "get", "passkey.sign-in", action: "/sign-in/passkey/answer", back: "/sign-in")
  }

  static let answerPasskey = Endpoint.page(
    "answerPasskey", .post, "/sign-in/passkey/answer", "Signs in with a passkey",
    here: "/sign-in", fields: answer
  ) { visit in
    do {
      let step = try await visit.accounts.passkeys.finishSignIn(
        secret: visit.sent("secret"), answer: visit.sent("credential"), as: .browser,
        client: visit.call.client)
      return visit.arrive(step, to: visit.returnTo)
    } catch let error as AccountError where error.code != .tooManyAttempts {
      return visit.go(
        to: Visit.path("/sign-in", ["return": visit.returnTo.text]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginSecondPasskey = Endpoint.page(
    "beginSecondPasskey", .post, "/sign-in/code/passkey", "Asks for a passkey as second factor",
    here: "/sign-in/code", fields: ["return"]
  ) { visit in
    let secret = try visit.challenge().secret
    do {
      let question = try await visit.accounts.passkeys.beginSecondFactor(secret)
      return try visit.ask(
        question, "get", "passkey.use", action: "/sign-in/code/passkey/answer",
        back: "/sign-in/code")
    } catch let error as AccountError where error.code == .invalidLink {
      return visit.startAgain()
    }
  }

  static let answerSecondPasskey = Endpoint.page(
    "answerSecondPasskey", .post, "/sign-in/code/passkey/answer",
    "Signs in with a passkey as second factor", here: "/sign-in/code", fields: answer
  ) { visit in
    let secret = try visit.challenge().secret
    do {
      let session = try await visit.accounts.passkeys.finishSecondFactor(
        secret, secret: visit.sent("secret"), answer: visit.sent("credential"), as: .browser,
        client: visit.call.client)
      return visit.arrive(session, to: visit.returnTo)
    } catch let error as AccountError where error.code == .invalidLink {
      return visit.startAgain()
    } catch let error as AccountError where error.code == .wrongCode {
      return visit.go(
        to: Visit.path("/sign-in/code", ["return": visit.returnTo.text]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginNewPasskey = Endpoint.page(
    "beginNewPasskey", .post, "/account/passkeys", "Asks the browser for a new passkey",
    here: security
  ) { visit in
    let question = try await visit.accounts.passkeys.beginRegistration(try visit.person())
    return try visit.ask(
      question, "create", "passkeys.add", action: "/account/passkeys/answer", back: security)
  }

  static let answerNewPasskey = Endpoint.page(
    "answerNewPasskey", .post, "/account/passkeys/answer", "Takes a new passkey", here: security,
    fields: answer + ["name"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      _ = try await visit.accounts.passkeys.finishRegistration(
        signedIn, secret: visit.sent("secret"), answer: visit.sent("credential"),
        name: visit.sent("name"), client: visit.call.client)
    } catch let error as AccountError
      where [.invalidLink, .invalidInput, .conflict].contains(error.code)
    {
      return visit.go(to: security, notice: "notice.passkey-refused")
    }
    return visit.go(to: security, notice: "notice.passkey-added")
  }

  static let removePasskeyByForm = Endpoint.page(
    "removePasskeyByForm", .post, "/account/passkeys/remove", "Takes a passkey away",
    here: security, fields: ["id"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      try await visit.accounts.passkeys.remove(
        PasskeyID.credential(visit.sent("id")), signedIn, client: visit.call.client)
    } catch let error as AccountError where [.lastCredential, .notFound].contains(error.code) {
      return visit.go(to: security, notice: "account-error.\(error.code.rawValue)")
    }
    return visit.go(to: security, notice: "notice.passkey-removed")
  }
}

/// A credential's id as a form holds it.
enum PasskeyID {
  static func text(_ credential: [UInt8]) -> String { Data(credential).base64EncodedString() }
  static func credential(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}

extension Visit {
  /// Shows a question; the page's script puts it to the browser, with the verb `get` or `create`.
  fileprivate mutating func ask(
    _ question: PasskeyChallenge, _ verb: String, _ title: String, action: String, back: String
  ) throws -> Reply {
    let isNew = verb == "create"
    var name = PageField("name", .name, words["field.passkey-name"])
    name.hint = words["field.passkey-name-hint"]
    name.value = Device(call.client.userAgent).system ?? ""
    let context: [String: Any] = [
      "lead": words[isNew ? "passkeys.new-lead" : "second.passkey-lead"], "verb": verb,
      "action": action, "options": question.options,
      "hidden": [
        ["key": "secret", "value": question.secret], ["key": "return", "value": returnTo.text],
        ["key": "credential", "value": ""],
      ],
      "after": [
        PageLine(
          href: Self.path(back, ["return": returnTo.text]), link: words["page.cancel"])
      ].context,
    ]
    return try entry("passkey", words[title], context, fields: isNew ? [name] : [])
  }
}
