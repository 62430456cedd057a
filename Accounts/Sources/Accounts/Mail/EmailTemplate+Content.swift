extension EmailTemplate {
  /// The content of the email.
  func content(
    in language: EmailLanguage, settings: AccountSettings, at now: Int
  ) -> EmailContent {
    let text = EmailText(language: language, settings: settings, now: now)
    return switch self {
    case .verifyAddress(let link, let expires): text.verifyAddress(link, until: expires)
    case .alreadyRegistered: text.alreadyRegistered()
    case .registrationsPending: text.registrationsPending()
    case .verifyNewAddress(let link, let expires): text.verifyNewAddress(link, until: expires)
    case .addressChanged(let address, let client): text.addressChanged(to: address, client)
    case .passwordResetLink(let link, let expires): text.passwordResetLink(link, until: expires)
    case .noAccount: text.noAccount()
    case .passwordReset(let tokens, let client): text.passwordReset(revoked: tokens, client)
    case .passwordChanged(let client): text.passwordChanged(client)
    case .newSignIn(let client): text.newSignIn(client)
    case .signInsDelayed(let client): text.signInsDelayed(client)
    case .sessionsEnded(let reason): text.sessionsEnded(reason)
    case .identityLinked(let provider, let client): text.identityLinked(provider, client)
    case .identityUnlinked(let provider, let client): text.identityUnlinked(provider, client)
    case .factorAdded(let factor, let client): text.factorAdded(factor, client)
    case .factorRemoved(let factor, let client): text.factorRemoved(factor, client)
    case .recoveryCodeUsed(let left, let client): text.recoveryCodeUsed(left, client)
    case .invitation(
      let organization, let inviter, let role, let link, let reportLink, let expires):
      text.invitation(organization, inviter, role, link, reportLink: reportLink, until: expires)
    case .roleChanged(let organization, let role, let by): text.roleChanged(organization, role, by)
    case .tokenCreated(let token, let by, let client): text.tokenCreated(token, by, client)
    case .memberRemoved(let organization): text.memberRemoved(organization)
    case .accountDisabled: text.accountDisabled()
    case .accountEnabled: text.accountEnabled()
    case .accountDeleted: text.accountDeleted()
    }
  }
}
