import Accounts
import Foundation
import HTTPTypes

/// The pages of passkeys: signing in, the second factor, adding and removing them.
///
/// A challenge is requested with a form of its own, because it counts as an attempt; the browser's
/// response is submitted in a form too.
enum PasskeyPageRoutes {
  static let all = [
    beginPasskey, usePasskey, beginSecondPasskey, useSecondPasskey, beginNewPasskey,
    registerPasskey, removePasskeyByForm,
  ]

  private static let response = ["credential", "secret", "return"]

  static let beginPasskey = Endpoint.page(
    "beginPasskey", .post, "/sign-in/passkey", "Starts signing in with a passkey", here: "/sign-in",
    fields: ["return"]
  ) { page in
    let challenge = try await page.accounts.passkeys.beginSignIn(client: page.request.client)
    return try page.showPasskeyPage(
      challenge, "get", "passkey.sign-in", action: "/sign-in/passkey/response", back: "/sign-in")
  }

  static let usePasskey = Endpoint.page(
    "usePasskey", .post, "/sign-in/passkey/response", "Signs in with a passkey",
    here: "/sign-in", fields: response
  ) { page in
    do {
      let step = try await page.accounts.passkeys.finishSignIn(
        secret: page.sent("secret"), response: page.sent("credential"), as: .browser,
        client: page.request.client)
      return page.continueSignIn(step, to: page.returnTo)
    } catch let error as AccountError where error.code != .tooManyAttempts {
      return page.go(
        to: PageRequest.path("/sign-in", ["return": page.returnTo.text]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginSecondPasskey = Endpoint.page(
    "beginSecondPasskey", .post, "/sign-in/code/passkey",
    "Starts signing in with a passkey as second factor",
    here: "/sign-in/code", fields: ["return"]
  ) { page in
    let secret = try page.pendingSignIn().secret
    do {
      let challenge = try await page.accounts.passkeys.beginSecondFactor(secret)
      return try page.showPasskeyPage(
        challenge, "get", "passkey.use", action: "/sign-in/code/passkey/response",
        back: "/sign-in/code")
    } catch let error as AccountError where error.code == .invalidLink {
      return page.startAgain()
    }
  }

  static let useSecondPasskey = Endpoint.page(
    "useSecondPasskey", .post, "/sign-in/code/passkey/response",
    "Signs in with a passkey as second factor", here: "/sign-in/code", fields: response
  ) { page in
    let secret = try page.pendingSignIn().secret
    do {
      let session = try await page.accounts.passkeys.finishSecondFactor(
        secret, secret: page.sent("secret"), response: page.sent("credential"), as: .browser,
        client: page.request.client)
      return page.continueSignIn(session, to: page.returnTo)
    } catch let error as AccountError where error.code == .invalidLink {
      return page.startAgain()
    } catch let error as AccountError where error.code == .wrongCode {
      return page.go(
        to: PageRequest.path("/sign-in/code", ["return": page.returnTo.text]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginNewPasskey = Endpoint.page(
    "beginNewPasskey", .post, "/account/passkeys", "Starts registering a passkey",
    here: AccountSection.security.path
  ) { page in
    let challenge = try await page.accounts.passkeys.beginRegistration(try page.user())
    return try page.showPasskeyPage(
      challenge, "create", "passkeys.add", action: "/account/passkeys/response",
      back: AccountSection.security.path)
  }

  static let registerPasskey = Endpoint.page(
    "registerPasskey", .post, "/account/passkeys/response", "Registers a passkey",
    here: AccountSection.security.path,
    fields: response + ["name"]
  ) { page in
    let signedIn = try page.user()
    do {
      let (_, session) = try await page.accounts.passkeys.finishRegistration(
        signedIn, secret: page.sent("secret"), response: page.sent("credential"),
        name: page.sent("name"), client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError
      where [.invalidLink, .invalidInput, .conflict].contains(error.code)
    {
      return page.go(to: AccountSection.security.path, notice: "notice.passkey-refused")
    }
    return page.go(to: AccountSection.security.path, notice: "notice.passkey-added")
  }

  static let removePasskeyByForm = Endpoint.page(
    "removePasskeyByForm", .post, "/account/passkeys/remove", "Removes a passkey",
    here: AccountSection.security.path, fields: ["id"]
  ) { page in
    let signedIn = try page.user()
    do {
      let session = try await page.accounts.passkeys.remove(
        PasskeyID.credential(page.sent("id")), signedIn, client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError where [.lastCredential, .notFound].contains(error.code) {
      return page.go(
        to: AccountSection.security.path, notice: "account-error.\(error.code.rawValue)")
    }
    return page.go(to: AccountSection.security.path, notice: "notice.passkey-removed")
  }
}

/// Encoding of a credential's id in a form.
enum PasskeyID {
  static func text(_ credential: [UInt8]) -> String { Data(credential).base64EncodedString() }
  static func credential(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}

extension PageRequest {
  /// Shows a page whose script passes the challenge to the browser, with the method `get` or
  /// `create`.
  fileprivate mutating func showPasskeyPage(
    _ challenge: PasskeyChallenge, _ verb: String, _ title: String, action: String, back: String
  ) throws -> EndpointResponse {
    let isNew = verb == "create"
    var name = PageField("name", .name, texts["field.passkey-name"])
    name.hint = texts["field.passkey-name-hint"]
    name.value = Device(request.client.userAgent).system ?? ""
    let context: [String: Any] = [
      "lead": texts[isNew ? "passkeys.new-lead" : "second.passkey-lead"], "verb": verb,
      "action": action, "options": challenge.options,
      "hidden": [
        ["key": "secret", "value": challenge.secret], ["key": "return", "value": returnTo.text],
        ["key": "credential", "value": ""],
      ],
      "after": [
        PageLine(
          href: Self.path(back, ["return": returnTo.text]), link: texts["page.cancel"])
      ].context,
    ]
    return try singleTaskPage("passkey", texts[title], context, fields: isNew ? [name] : [])
  }
}
