import Accounts
import Foundation
import HTTPTypes

/// The pages of passkeys: signing in, the second factor, adding and removing them.
///
/// A challenge is requested with a form of its own, because it counts as an attempt; the browser's
/// response is submitted in a form too.
enum PasskeyPageRoutes {
  static let all = [
    beginPasskeySignIn, signInWithPasskey, beginPasskeySecondFactor, submitPasskeySecondFactor,
    beginPasskeyRegistration,
    registerPasskey, removePasskeyByForm,
  ]

  private static let responseFields = ["credential", "secret", "return"]

  static let beginPasskeySignIn = Endpoint.page(
    "beginPasskeySignIn", .post, "/sign-in/passkey", "Starts signing in with a passkey",
    pagePath: "/sign-in", fields: ["return"]
  ) { page in
    let challenge = try await page.accounts.passkeys.beginSignIn(client: page.request.client)
    return try page.showPasskeyPage(
      challenge, "get", "passkey.sign-in", action: "/sign-in/passkey/response", back: "/sign-in")
  }

  static let signInWithPasskey = Endpoint.page(
    "signInWithPasskey", .post, "/sign-in/passkey/response", "Signs in with a passkey",
    pagePath: "/sign-in", fields: responseFields
  ) { page in
    do {
      let step = try await page.accounts.passkeys.finishSignIn(
        secret: page.formValue("secret"), response: page.formValue("credential"), as: .browser,
        client: page.request.client)
      return page.continueSignIn(step, to: page.returnTo)
    } catch let error as AccountError where error.code != .tooManyAttempts {
      return page.redirect(
        to: PageRequest.path("/sign-in", ["return": page.returnTo.string]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginPasskeySecondFactor = Endpoint.page(
    "beginPasskeySecondFactor", .post, "/sign-in/code/passkey",
    "Starts signing in with a passkey as second factor",
    pagePath: "/sign-in/code", fields: ["return"]
  ) { page in
    let secret = try page.pendingSignIn().secret
    do {
      let challenge = try await page.accounts.passkeys.beginSecondFactor(secret)
      return try page.showPasskeyPage(
        challenge, "get", "passkey.use", action: "/sign-in/code/passkey/response",
        back: "/sign-in/code")
    } catch let error as AccountError where error.code == .invalidLink {
      return page.restartSignIn()
    }
  }

  static let submitPasskeySecondFactor = Endpoint.page(
    "submitPasskeySecondFactor", .post, "/sign-in/code/passkey/response",
    "Signs in with a passkey as second factor", pagePath: "/sign-in/code",
    fields: responseFields
  ) { page in
    let secret = try page.pendingSignIn().secret
    do {
      let session = try await page.accounts.passkeys.finishSecondFactor(
        secret, secret: page.formValue("secret"), response: page.formValue("credential"),
        as: .browser,
        client: page.request.client)
      return page.completeSignIn(session, to: page.returnTo)
    } catch let error as AccountError where error.code == .invalidLink {
      return page.restartSignIn()
    } catch let error as AccountError where error.code == .wrongCode {
      return page.redirect(
        to: PageRequest.path("/sign-in/code", ["return": page.returnTo.string]),
        notice: "notice.passkey-refused")
    }
  }

  static let beginPasskeyRegistration = Endpoint.page(
    "beginPasskeyRegistration", .post, "/account/passkeys", "Starts registering a passkey",
    pagePath: AccountSection.security.path
  ) { page in
    let challenge = try await page.accounts.passkeys.beginRegistration(try page.requireSession())
    return try page.showPasskeyPage(
      challenge, "create", "passkeys.add", action: "/account/passkeys/response",
      back: AccountSection.security.path)
  }

  static let registerPasskey = Endpoint.page(
    "registerPasskey", .post, "/account/passkeys/response", "Registers a passkey",
    pagePath: AccountSection.security.path,
    fields: responseFields + ["name"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      let (_, session) = try await page.accounts.passkeys.finishRegistration(
        signedIn, secret: page.formValue("secret"), response: page.formValue("credential"),
        name: page.formValue("name"), client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError
      where [.invalidLink, .invalidInput, .conflict].contains(error.code)
    {
      return page.redirect(to: AccountSection.security.path, notice: "notice.passkey-refused")
    }
    return page.redirect(to: AccountSection.security.path, notice: "notice.passkey-added")
  }

  static let removePasskeyByForm = Endpoint.page(
    "removePasskeyByForm", .post, "/account/passkeys/remove", "Removes a passkey",
    pagePath: AccountSection.security.path, fields: ["id"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      let session = try await page.accounts.passkeys.remove(
        PasskeyID.credential(page.formValue("id")), signedIn, client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError where [.lastCredential, .notFound].contains(error.code) {
      return page.redirect(
        to: AccountSection.security.path, notice: "account-error.\(error.code.rawValue)")
    }
    return page.redirect(to: AccountSection.security.path, notice: "notice.passkey-removed")
  }
}

/// Encoding of a credential's id in a form.
enum PasskeyID {
  static func string(_ credential: [UInt8]) -> String { Data(credential).base64EncodedString() }
  static func credential(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}

extension PageRequest {
  /// Shows a page whose script passes the challenge to the browser, with the method `get` or
  /// `create`.
  fileprivate mutating func showPasskeyPage(
    _ challenge: PasskeyChallenge, _ method: String, _ titleKey: String, action: String,
    back: String
  ) throws -> EndpointResponse {
    let isNew = method == "create"
    var name = PageField("name", .name, texts["field.passkey-name"])
    name.hint = texts["field.passkey-name-hint"]
    name.value = Device(request.client.userAgent).system ?? ""
    let context: [String: Any] = [
      "lead": texts[isNew ? "passkeys.new-lead" : "second-factor.passkey-lead"], "method": method,
      "action": action, "options": challenge.options,
      "hiddenFields": [
        ["key": "secret", "value": challenge.secret], ["key": "return", "value": returnTo.string],
        ["key": "credential", "value": ""],
      ],
      "footerLinks": [
        PageLink(
          href: Self.path(back, ["return": returnTo.string]), label: texts["page.cancel"])
      ].context,
    ]
    return try singleTaskPage("passkey", texts[titleKey], context, fields: isNew ? [name] : [])
  }
}
