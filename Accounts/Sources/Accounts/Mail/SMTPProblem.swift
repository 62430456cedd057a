internal import CMail

/// Describes a failure at the mail server in a sentence.
struct SMTPProblem {
  let outcome: cmail_outcome
  let stage: cmail_stage
  let code: Int
  let reply: String
  let curlCode: Int
  let settings: SMTPSettings

  /// Whether to retry, and the reason for the failure.
  ///
  /// Only a permanent reply about this recipient or this email is a permanent failure. An error of
  /// this server, such as a wrong password, can be fixed, so the email is retried as usual.
  var failure: MailFailure {
    let isAboutMessage = stage == CMAIL_RECIPIENT || stage == CMAIL_DATA
    let isPermanent =
      outcome == CMAIL_REJECTED && isAboutMessage && (500...599).contains(code)
      && !Self.authenticationReplies.contains(code)
    return MailFailure(isPermanent ? .permanent : .temporary, sentence)
  }

  /// Replies that require or reject authentication (RFC 4954, 6), which may come at any time.
  private static let authenticationReplies = [530, 534, 535, 538]

  private var sentence: String {
    let server = settings.displayURL
    switch outcome {
    case CMAIL_REJECTED: return rejection
    case CMAIL_NO_HOST:
      return "The name of the mail server \(server) is not known; check it, and the network."
    case CMAIL_NO_CONNECTION:
      return "The mail server \(server) does not answer, or closed the connection."
    case CMAIL_TOO_SLOW:
      return "The mail server \(server) took longer than \(settings.timeLimit)."
    case CMAIL_UNTRUSTED:
      return "The certificate of the mail server \(server) is not trusted, or is another server's; "
        + "nothing was sent."
    case CMAIL_NO_TLS:
      return "The mail server \(server) does not encrypt the connection as it must; nothing was "
        + "sent. For one on this machine that does not encrypt, write smtp+plain://127.0.0.1:25."
    case CMAIL_NO_CA_FILE:
      return "The file of certificates to trust for the mail server \(server) cannot be read."
    case CMAIL_STOPPED: return "Stopped before the mail server \(server) had accepted the email."
    default: return "The mail server \(server) could not be used (libcurl's error \(curlCode))."
    }
  }

  private var rejection: String {
    let server = settings.displayURL
    if stage == CMAIL_LOGIN || Self.authenticationReplies.contains(code) {
      // NB: not the server's text, which might repeat the credentials.
      let number = code == 0 ? "" : " (\(code))"
      return settings.user == nil
        ? "The mail server \(server) requires a user and a password\(number)."
        : "The mail server \(server) rejects the user or the password\(number)."
    }
    let action =
      switch stage {
      case CMAIL_GREETING, CMAIL_HELLO, CMAIL_STARTTLS: "accept the connection"
      case CMAIL_SENDER: "accept mail from \(settings.from)"
      case CMAIL_RECIPIENT: "accept mail for this address"
      default: "accept this email"
      }
    return "The mail server \(server) does not \(action): \(code)\(replyText)"
  }

  /// The server's reply on one line, unless it repeats a secret.
  private var replyText: String {
    let secrets = [settings.password, settings.user].compactMap(\.self)
    guard !reply.isEmpty, !secrets.contains(where: reply.contains) else { return "." }
    return " " + EmailContent.oneLine(reply, limit: 300)
  }
}
