extension Accounts {
  /// A person's passkeys, oldest first.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func passkeys(of signedIn: SignedIn) async throws -> [Passkey] {
    try await store.read { reader in
      try reader.passkeys(of: try current(signedIn, in: reader).person.id)
    }
  }

  /// Changes what a person calls one of their passkeys.
  ///
  /// - Parameters:
  ///   - credential: Its id.
  ///   - name: The new name; `Passkey` if it is empty.
  ///   - signedIn: Whose it is.
  /// - Throws: `AccountError`: `.notFound`, `.invalidInput`, `.noSession`.
  public func renamePasskey(
    _ credential: [UInt8], to name: String, _ signedIn: SignedIn
  ) async throws {
    let name = try passkeyName(name)
    try await store.change { writer in
      let person = try current(signedIn, in: writer).person
      var passkey = try ownPasskey(credential, of: person, in: writer)
      passkey.name = name
      try writer.put(passkey)
    }
  }

  /// Takes one of a person's passkeys away, unless they could not sign in any more.
  ///
  /// - Parameters:
  ///   - credential: Its id.
  ///   - signedIn: Whose it is.
  ///   - client: Where the wish came from.
  /// - Throws: `AccountError`: `.notFound`, `.lastCredential`, `.notRecent`, `.noSession`.
  public func removePasskey(
    _ credential: [UInt8], _ signedIn: SignedIn, client: Client
  ) async throws {
    try await store.change { writer in
      let person = try recent(signedIn, in: writer).person
      let passkey = try ownPasskey(credential, of: person, in: writer)
      guard try canSignIn(person.id, without: passkey, in: writer) else {
        throw AccountError.lastWayToSignIn
      }
      _ = try writer.removePasskey(credential, of: person.id)
      try note(
        .passkeyRemoved, about: person, client: client, detail: ["name": passkey.name],
        in: writer)
      try post(
        .factorRemoved(.passkey(name: passkey.name), client: client), to: person.email,
        in: writer)
    }
  }

  private func ownPasskey(
    _ credential: [UInt8], of person: Person, in reader: any AccountReader
  ) throws -> Passkey {
    guard let passkey = try reader.passkey(credential), passkey.person == person.id else {
      throw AccountError.noSuchPasskey
    }
    return passkey
  }

  private func canSignIn(
    _ person: String, without passkey: Passkey, in reader: any AccountReader
  ) throws -> Bool {
    if try reader.password(of: person) != nil { return true }
    if try !reader.identities(of: person).isEmpty { return true }
    return try reader.passkeys(of: person).contains { $0.credential != passkey.credential }
  }
}
