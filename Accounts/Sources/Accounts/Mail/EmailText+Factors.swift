extension EmailText {
  func factorAdded(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          "An authenticator app was added to your account at \(service)",
          "From now on \(service) asks for a code from your authenticator app when you sign in. "
            + "Keep your recovery codes in a safe place in case you lose the phone."
        )
      case .passkey(let name):
        (
          "A passkey was added to your account at \(service)",
          "The passkey \(quoted(name)) can now be used to sign in to your account at \(service)."
        )
      case .recoveryCodes:
        (
          "New recovery codes for your account at \(service)",
          "New recovery codes were created for your account at \(service). The old ones no longer "
            + "work."
        )
      }
    return securityNotice(subject, change, client)
  }

  func factorRemoved(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent {
    let (subject, change): (String, String) =
      switch factor {
      case .authenticator:
        (
          "The authenticator app was removed from your account at \(service)",
          "\(service) no longer asks for a code from your authenticator app when you sign in."
        )
      case .passkey(let name):
        (
          "A passkey was removed from your account at \(service)",
          "The passkey \(quoted(name)) can no longer be used to sign in at \(service)."
        )
      case .recoveryCodes:
        (
          "The recovery codes of your account at \(service) were removed",
          "The recovery codes of your account at \(service) no longer work."
        )
      }
    return securityNotice(subject, change, client)
  }

  func recoveryCodeUsed(_ left: Int, _ client: Client) -> EmailContent {
    let rest =
      switch left {
      case 0: "It was the last one. Create new ones under “Security” at \(url)."
      case 1: "One is left. Create new ones soon, under “Security” at \(url)."
      default: "\(left) are left. You can create new ones under “Security” at \(url)."
      }
    return securityNotice(
      "A recovery code was used at \(service)",
      "One of your recovery codes was used to sign in to your account at \(service), or to confirm "
        + "your identity there. \(rest)",
      client)
  }

  private func securityNotice(
    _ subject: String, _ change: String, _ client: Client
  ) -> EmailContent {
    EmailContent(
      subject: subject,
      parts: [
        .paragraph(change), facts(client),
        .paragraph("If this was you, there is nothing to do. " + ifNotYou),
      ])
  }
}
