import Crypto

/// How signing in elsewhere ended.
public struct ExternalOutcome: Sendable {
  /// How far signing in has come; nil if the account was linked to the session that was there.
  public let step: SignInStep?
  /// Where the person wanted to go.
  public let returnTo: LocalPath
}

extension Accounts {
  /// Sends a person to another service to sign in, or to link their account there.
  ///
  /// What comes back counts once, for 10 minutes, and only in the same browser.
  ///
  /// - Parameters:
  ///   - provider: The service's id.
  ///   - returnTo: Where to go in the end; the start page if it is no path of ours.
  ///   - linkTo: Who is signed in and wants to link their account there; it must be lately that
  ///     they showed who they are.
  ///   - invitation: The secret of the invitation's link that they came with.
  ///   - binding: The browser's secret from before signing in, at least 128 random bits.
  /// - Returns: The address to send the browser to.
  /// - Throws: `AccountError`: `.notFound` for a service that is not set up, `.externalSignIn` if
  ///   it cannot be reached, `.notRecent`, `.noSession`.
  public func beginExternalSignIn(
    _ provider: String, returnTo: String, linkTo: SignedIn? = nil, invitation: String? = nil,
    binding: String
  ) async throws -> String {
    let service = try externalProvider(provider)
    guard binding.utf8.count >= Self.shortestBinding else {
      throw AccountError(.externalSignIn, "Your browser must take cookies to sign in elsewhere.")
    }
    let state = SecretText()
    let pending = PendingSignIn(
      provider: service.id, issuer: service.issuer, nonce: RandomText.base62(43),
      verifier: RandomText.base62(64), binding: Self.mark(of: binding),
      returnTo: (LocalPath(returnTo) ?? .root).text, invitation: invitation,
      session: linkTo?.session.id)
    let address: String
    do {
      address = try await external.address(
        of: service, state: state.text, pending: pending, redirect: redirect(of: service))
    } catch {
      throw sentence(for: error, service)
    }
    let payload = try pending.payload(sealedBy: keys)
    let now = clock()
    try await store.change { writer in
      if let linkTo { _ = try recent(linkTo, in: writer) }
      try writer.put(
        OneTimeLink(
          hash: state.hash, purpose: .externalSignIn, person: linkTo?.person.id, payload: payload,
          created: now, expires: now + PendingSignIn.lifetime))
    }
    return address
  }

  /// Takes what a browser brings back from another service.
  ///
  /// - Parameters:
  ///   - provider: The service's id, from the address that the browser came back to.
  ///   - parameters: The query's fields, or the form's: Apple posts one.
  ///   - binding: The browser's secret, as it was when it went.
  ///   - client: Where the request came from.
  /// - Returns: How far signing in has come, and where to lead the person.
  /// - Throws: `AccountError`: `.externalSignIn` with a sentence if anything is not as it must be,
  ///   and then the attempt is over; what signing in and linking throw.
  public func finishExternalSignIn(
    _ provider: String, parameters: [String: String], binding: String, client: Client
  ) async throws -> ExternalOutcome {
    let service = try externalProvider(provider)
    let pending: PendingSignIn
    do {
      pending = try await takePending(parameters["state"], service, binding: binding)
    } catch {
      throw sentence(for: error, service)
    }
    let profile: ExternalProfile
    do {
      profile = try await external.profile(
        from: service, parameters: parameters, pending: pending, redirect: redirect(of: service))
    } catch {
      try await noteRefusal(error, service, client: client)
      throw sentence(for: error, service)
    }
    let step = try await arrive(profile, pending, client: client)
    return ExternalOutcome(step: step, returnTo: LocalPath(pending.returnTo) ?? .root)
  }

  /// Where a service sends browsers back to; it must be told so when the service is set up there.
  public func externalRedirect(of provider: String) throws -> String {
    redirect(of: try externalProvider(provider))
  }

  // MARK: Steps

  /// The least bytes of a browser's secret.
  static let shortestBinding = 22

  func externalProvider(_ id: String) throws(AccountError) -> ExternalProvider {
    guard let provider = external.provider(id) else {
      throw AccountError(.notFound, "Signing in with this service is not set up here.")
    }
    return provider
  }

  private func redirect(of provider: ExternalProvider) -> String {
    "\(settings.publicURL)/auth/\(provider.id)/callback"
  }

  private static func mark(of binding: String) -> String {
    BytesText.base64URL(Array(SHA256.hash(data: Array(binding.utf8))))
  }

  /// Takes the state away whatever comes of it: it counts once.
  private func takePending(
    _ state: String?, _ service: ExternalProvider, binding: String
  ) async throws -> PendingSignIn {
    guard let secret = state.flatMap({ SecretText($0) }) else {
      throw ExternalFault(.state, "The browser came back without a state of ours.")
    }
    let link: OneTimeLink? = try await store.change { writer in
      guard let link = try writer.link(secret.hash), link.purpose == .externalSignIn,
        try writer.removeLink(secret.hash)
      else { return nil }
      return link
    }
    guard let link, link.expires > clock(),
      let pending = PendingSignIn.read(link.payload, keys: keys)
    else { throw ExternalFault(.state, "The state was used, has run out, or never was one.") }
    guard binding.utf8.count >= Self.shortestBinding,
      ConstantTime.equal(Self.mark(of: binding), pending.binding)
    else { throw ExternalFault(.browser, "Another browser came back than went.") }
    guard sameText(pending.provider, service.id), sameText(pending.issuer, service.issuer) else {
      throw ExternalFault(.issuer, "The browser came back from another service than it went to.")
    }
    return pending
  }

  private func arrive(
    _ profile: ExternalProfile, _ pending: PendingSignIn, client: Client
  ) async throws -> SignInStep? {
    guard let id = pending.session else {
      return try await signInExternally(
        profile, as: .browser, invitation: pending.invitation, client: client)
    }
    let signedIn: SignedIn? = try await store.read { reader in
      guard let session = try reader.session(id), let person = try reader.person(session.person)
      else { return nil }
      return SignedIn(person: person, session: session)
    }
    guard let signedIn else { throw AccountError.noSession }
    try await link(profile, to: signedIn, client: client)
    return nil
  }
}
