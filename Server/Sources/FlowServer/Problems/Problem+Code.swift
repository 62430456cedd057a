extension Problem {
  /// The stable codes; `docs/api.md` explains each.
  ///
  /// A code is never reused for something else.
  package enum Code: String, Sendable, CaseIterable {
    case malformedBody = "malformed-body"
    case invalidParameter = "invalid-parameter"
    case unknownCompany = "unknown-company"
    case whichOrganization = "which-organization"
    case invalidAddress = "invalid-address"
    case weakPassword = "weak-password"
    case invalidInput = "invalid-input"
    case invalidLink = "invalid-link"
    case externalSignIn = "external-sign-in"
    case notSignedIn = "not-signed-in"
    case noSession = "no-session"
    case wrongCredentials = "wrong-credentials"
    case wrongCode = "wrong-code"
    case notAllowed = "not-allowed"
    case wrongKey = "wrong-key"
    case csrf
    case noOrganization = "no-organization"
    case unverifiedAddress = "unverified-address"
    case disabledAccount = "disabled-account"
    case notRecent = "not-recent"
    case secondFactorNeeded = "second-factor-needed"
    case noVerifiedAddress = "no-verified-address"
    case registrationClosed = "registration-closed"
    case unknownPath = "unknown-path"
    case unknownApplication = "unknown-application"
    case unknownEnvironment = "unknown-environment"
    case unknownRelease = "unknown-release"
    case unknownKey = "unknown-key"
    case unknownToken = "unknown-token"
    case unknownOrganization = "unknown-organization"
    case notFound = "not-found"
    case noRelease = "no-release"
    case noDraft = "no-draft"
    case noSnapshot = "no-snapshot"
    case wrongMethod = "wrong-method"
    case alreadyExists = "already-exists"
    case conflict
    case warnings
    case addressTaken = "address-taken"
    case lastOwner = "last-owner"
    case lastCredential = "last-credential"
    case tooManySnapshots = "too-many-snapshots"
    case draftChanged = "draft-changed"
    case bodyTooLarge = "body-too-large"
    case unsupportedPicture = "unsupported-picture"
    case findings
    case preconditionRequired = "precondition-required"
    case tooManyAttempts = "too-many-attempts"
    /// Told by the delivery in front, declared here to be documented.
    case tooManyStreams = "too-many-streams"
    case internalError = "internal-error"
    case storeUnavailable = "store-unavailable"
    case storeFull = "store-full"
  }
}

extension Problem.Code {
  /// The HTTP status.
  package var status: Int {
    switch self {
    case .malformedBody, .invalidParameter, .unknownCompany, .whichOrganization, .invalidAddress,
      .weakPassword, .invalidInput, .invalidLink, .externalSignIn:
      400
    case .notSignedIn, .noSession, .wrongCredentials, .wrongCode: 401
    case .notAllowed, .wrongKey, .csrf, .noOrganization, .unverifiedAddress, .disabledAccount,
      .notRecent, .secondFactorNeeded, .noVerifiedAddress, .registrationClosed:
      403
    case .unknownPath, .unknownApplication, .unknownEnvironment, .unknownRelease, .unknownKey,
      .unknownToken, .unknownOrganization, .notFound, .noRelease, .noDraft, .noSnapshot:
      404
    case .wrongMethod: 405
    case .alreadyExists, .conflict, .warnings, .addressTaken, .lastOwner, .lastCredential,
      .tooManySnapshots:
      409
    case .draftChanged: 412
    case .bodyTooLarge: 413
    case .unsupportedPicture: 415
    case .findings: 422
    case .preconditionRequired: 428
    case .tooManyAttempts, .tooManyStreams: 429
    case .internalError: 500
    case .storeUnavailable: 503
    case .storeFull: 507
    }
  }

  /// What it is, the same every time.
  package var title: String {
    switch self {
    case .malformedBody: "The body is not as it must be"
    case .invalidParameter: "A parameter is not as it must be"
    case .unknownCompany: "There is no such company"
    case .whichOrganization: "The organization must be named"
    case .invalidAddress: "This is no e-mail address"
    case .weakPassword: "The password is too easy to guess"
    case .invalidInput: "Something cannot be used"
    case .invalidLink: "The link does not work any more"
    case .externalSignIn: "Signing in elsewhere did not work"
    case .notSignedIn: "A valid key or token is needed"
    case .noSession: "The session has ended"
    case .wrongCredentials: "Address and password do not fit together"
    case .wrongCode: "The code is wrong"
    case .notAllowed: "The caller may not do this"
    case .wrongKey: "The key is for another environment"
    case .csrf: "This was not sent by a page of this server"
    case .noOrganization: "There is no organization yet"
    case .unverifiedAddress: "The address was not verified"
    case .disabledAccount: "The account was shut"
    case .notRecent: "Signing in again is needed"
    case .secondFactorNeeded: "A second factor must be set up first"
    case .noVerifiedAddress: "The other account has no verified address"
    case .registrationClosed: "New accounts are made by invitation only"
    case .unknownPath: "There is nothing at this path"
    case .unknownApplication: "There is no such application"
    case .unknownEnvironment: "There is no such environment"
    case .unknownRelease: "There is no such release"
    case .unknownKey: "There is no such key"
    case .unknownToken: "There is no such token"
    case .unknownOrganization: "There is no such organization"
    case .notFound: "There is no such thing"
    case .noRelease: "Nothing has been published yet"
    case .noDraft: "There is no draft"
    case .noSnapshot: "The screen has no picture"
    case .wrongMethod: "The path has no such method"
    case .alreadyExists: "It is there already"
    case .conflict: "Somebody changed it in the meantime"
    case .warnings: "The warnings must be accepted"
    case .addressTaken: "The address has an account"
    case .lastOwner: "The last owner would be gone"
    case .lastCredential: "The last way to sign in would be gone"
    case .tooManySnapshots: "As many screens as may have a picture have one"
    case .draftChanged: "The draft has changed"
    case .bodyTooLarge: "The body is too large"
    case .unsupportedPicture: "This is no picture that browsers show"
    case .findings: "The flows have errors"
    case .preconditionRequired: "If-Match or If-None-Match is needed"
    case .tooManyAttempts: "Too many attempts"
    case .tooManyStreams: "As many streams as there may be are open"
    case .internalError: "The server has made a mistake"
    case .storeUnavailable: "The store cannot be used now"
    case .storeFull: "The store's disk is full"
    }
  }
}
