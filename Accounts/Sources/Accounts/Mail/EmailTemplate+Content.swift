extension EmailTemplate {
  /// The content of the email.
  func content(settings: AccountSettings, at now: Int) -> EmailContent {
    let words = EmailText(
      service: EmailContent.oneLine(settings.serviceName), url: settings.publicURL, now: now)
    return switch self {
    case .verifyAddress(let link, let expires): words.verifyAddress(link, until: expires)
    case .alreadyRegistered: words.alreadyRegistered()
    case .verifyNewAddress(let link, let expires): words.verifyNewAddress(link, until: expires)
    case .addressChanged(let address, let client): words.addressChanged(to: address, client)
    case .resetPassword(let link, let expires): words.resetPassword(link, until: expires)
    case .noAccount: words.noAccount()
    case .passwordReset(let tokens, let client): words.passwordReset(revoked: tokens, client)
    case .passwordChanged(let client): words.passwordChanged(client)
    case .newSignIn(let client): words.newSignIn(client)
    case .signInsDelayed(let client): words.signInsDelayed(client)
    case .sessionsEnded(let reason): words.sessionsEnded(reason)
    case .identityLinked(let provider, let client): words.identityLinked(provider, client)
    case .identityUnlinked(let provider, let client): words.identityUnlinked(provider, client)
    case .factorAdded(let factor, let client): words.factorAdded(factor, client)
    case .factorRemoved(let factor, let client): words.factorRemoved(factor, client)
    case .recoveryCodeUsed(let left, let client): words.recoveryCodeUsed(left, client)
    case .invitation(let organization, let inviter, let role, let link, let report, let expires):
      words.invitation(organization, inviter, role, link, report: report, until: expires)
    case .roleChanged(let organization, let role, let by): words.roleChanged(organization, role, by)
    case .tokenCreated(let token, let by, let client): words.tokenCreated(token, by, client)
    case .memberRemoved(let organization): words.memberRemoved(organization)
    case .accountDisabled: words.accountDisabled()
    case .accountEnabled: words.accountEnabled()
    case .accountDeleted: words.accountDeleted()
    }
  }
}
