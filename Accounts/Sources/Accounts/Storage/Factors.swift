/// The secret that a user's authenticator app shares with the service.
///
/// Times are in seconds since 1970.
public struct StoredTOTP: Sendable, Equatable {
  /// The id of the user.
  public let user: String
  /// The secret, sealed with the server's key; see `AccountKeyring`.
  public let sealedSecret: [UInt8]
  /// The time at which the user entered a first correct code; nil until then.
  public var confirmed: Int?
  /// The time step of the last accepted code, so that none works twice.
  public var lastStep: Int
  /// The time of creation.
  public let created: Int

  /// Creates a record.
  public init(
    user: String, sealedSecret: [UInt8], confirmed: Int? = nil, lastStep: Int = 0, created: Int
  ) {
    self.user = user
    self.sealedSecret = sealedSecret
    self.confirmed = confirmed
    self.lastStep = lastStep
    self.created = created
  }
}

/// A recovery code, which replaces a lost second factor once.
///
/// Times are in seconds since 1970.
public struct RecoveryCode: Sendable, Equatable {
  /// The id of the user.
  public let user: String
  /// The SHA-256 of the code, which has 120 random bits.
  public let hash: [UInt8]
  /// The time of its use; nil if unused.
  public var used: Int?

  /// Creates a record.
  public init(user: String, hash: [UInt8], used: Int? = nil) {
    self.user = user
    self.hash = hash
    self.used = used
  }
}

/// A WebAuthn credential of a user.
///
/// Times are in seconds since 1970.
public struct Passkey: Sendable, Equatable {
  /// The credential's id from the authenticator; at most 1,023 bytes.
  public let credentialID: [UInt8]
  /// The id of the user.
  public let user: String
  /// The public key, encoded as a COSE key.
  public let publicKey: [UInt8]
  /// The signature counter at the last use; 0 if the authenticator has none.
  public var signatureCount: Int
  /// The name that the user gave it.
  public var name: String
  /// Whether it may be synced to the user's other devices: WebAuthn's flag BE, which never changes.
  public let isBackupEligible: Bool
  /// The time of creation.
  public let created: Int
  /// The time of its last use; nil if never used.
  public var lastUsed: Int?

  /// Creates a record.
  public init(
    credentialID: [UInt8], user: String, publicKey: [UInt8], signatureCount: Int, name: String,
    isBackupEligible: Bool, created: Int, lastUsed: Int? = nil
  ) {
    self.credentialID = credentialID
    self.user = user
    self.publicKey = publicKey
    self.signatureCount = signatureCount
    self.name = name
    self.isBackupEligible = isBackupEligible
    self.created = created
    self.lastUsed = lastUsed
  }
}
