extension Problem {
  /// The stable codes, documented in `docs/api.md`.
  ///
  /// A code is never reused with another meaning.
  package enum Code: String, Sendable, CaseIterable {
    case malformedBody = "malformed-body"
    case invalidParameter = "invalid-parameter"
    case unknownCompany = "unknown-company"
    case organizationRequired = "organization-required"
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
    case disabledAccount = "disabled-account"
    case notRecent = "not-recent"
    case passkeyRequired = "passkey-required"
    case secondFactorNeeded = "second-factor-needed"
    case noVerifiedAddress = "no-verified-address"
    case registrationClosed = "registration-closed"
    case limitReached = "limit-reached"
    case invitationsBlocked = "invitations-blocked"
    case invitationRefused = "invitation-refused"
    case unknownPath = "unknown-path"
    case unknownApplication = "unknown-application"
    case unknownEnvironment = "unknown-environment"
    case unknownRelease = "unknown-release"
    case unknownKey = "unknown-key"
    case unknownToken = "unknown-token"
    case unknownBuild = "unknown-build"
    case unknownOrganization = "unknown-organization"
    case notFound = "not-found"
    case noRelease = "no-release"
    case noDraft = "no-draft"
    case noSnapshot = "no-snapshot"
    case unknownAsset = "unknown-asset"
    case unknownTemplate = "unknown-template"
    case noPortal = "no-portal"
    case wrongMethod = "wrong-method"
    case alreadyExists = "already-exists"
    case conflict
    case warnings
    case addressTaken = "address-taken"
    case lastOwner = "last-owner"
    case lastCredential = "last-credential"
    case tooManySnapshots = "too-many-snapshots"
    case tooManyAssets = "too-many-assets"
    case assetInUse = "asset-in-use"
    case tooManyTemplates = "too-many-templates"
    case buildDeclared = "build-declared"
    case quotaReached = "quota-reached"
    case draftChanged = "draft-changed"
    case templateChanged = "template-changed"
    case flowChanged = "flow-changed"
    case bodyTooLarge = "body-too-large"
    case unsupportedPicture = "unsupported-picture"
    case findings
    case missingAsset = "missing-asset"
    case preconditionRequired = "precondition-required"
    case tooManyAttempts = "too-many-attempts"
    case tooManyInvitations = "too-many-invitations"
    case tooManyDocuments = "too-many-documents"
    case intakeLimited = "intake-limited"
    case eventQuota = "event-quota"
    /// Sent by routes, and by the delivery server.
    case tooManyStreams = "too-many-streams"
    /// Sent by the delivery server; declared here to be documented.
    case tooManyConnections = "too-many-connections"
    /// Sent by the delivery server; declared here to be documented.
    case bodyTooSlow = "body-too-slow"
    /// For a request whose client disconnected, or closed its side while the request waited.
    case clientClosed = "client-closed"
    case internalError = "internal-error"
    case storeUnavailable = "store-unavailable"
    case wrongClock = "wrong-clock"
    case storeFull = "store-full"
    case intakePaused = "intake-paused"
  }
}

extension Problem.Code {
  /// The HTTP status.
  package var status: Int {
    switch self {
    case .malformedBody, .invalidParameter, .unknownCompany, .organizationRequired, .invalidAddress,
      .weakPassword, .invalidInput, .invalidLink, .externalSignIn:
      400
    case .notSignedIn, .noSession, .wrongCredentials, .wrongCode: 401
    case .notAllowed, .wrongKey, .csrf, .noOrganization, .disabledAccount, .notRecent,
      .passkeyRequired, .secondFactorNeeded, .noVerifiedAddress, .registrationClosed,
      .limitReached, .invitationsBlocked, .invitationRefused:
      403
    case .unknownPath, .unknownApplication, .unknownEnvironment, .unknownRelease, .unknownKey,
      .unknownToken, .unknownBuild, .unknownOrganization, .notFound, .noRelease, .noDraft,
      .noSnapshot, .unknownAsset, .unknownTemplate, .noPortal:
      404
    case .wrongMethod: 405
    case .bodyTooSlow: 408
    case .alreadyExists, .conflict, .warnings, .addressTaken, .lastOwner, .lastCredential,
      .tooManySnapshots, .tooManyAssets, .assetInUse, .tooManyTemplates,
      .buildDeclared, .quotaReached:
      409
    case .draftChanged, .templateChanged, .flowChanged: 412
    case .bodyTooLarge: 413
    case .unsupportedPicture: 415
    case .findings, .missingAsset: 422
    case .preconditionRequired: 428
    case .tooManyAttempts, .tooManyStreams, .tooManyConnections, .tooManyInvitations,
      .tooManyDocuments, .intakeLimited, .eventQuota:
      429
    case .clientClosed: 499
    case .internalError: 500
    case .storeUnavailable, .wrongClock: 503
    case .storeFull, .intakePaused: 507
    }
  }

  /// A short summary, the same for every occurrence.
  package var title: String {
    switch self {
    case .malformedBody: "Request body is invalid"
    case .invalidParameter: "Parameter is invalid"
    case .unknownCompany: "Company not found"
    case .organizationRequired: "Organization required"
    case .invalidAddress: "Email address is invalid"
    case .weakPassword: "Password is too easy to guess"
    case .invalidInput: "Input is invalid"
    case .invalidLink: "Link is invalid or has expired"
    case .externalSignIn: "External sign-in failed"
    case .notSignedIn: "Authentication required"
    case .noSession: "Session has ended"
    case .wrongCredentials: "Email address or password is incorrect"
    case .wrongCode: "Code is incorrect"
    case .notAllowed: "Permission denied"
    case .wrongKey: "Key belongs to another environment"
    case .csrf: "Cross-site request rejected"
    case .noOrganization: "No organization yet"
    case .disabledAccount: "Account is disabled"
    case .notRecent: "Recent sign-in required"
    case .passkeyRequired: "Passkey required"
    case .secondFactorNeeded: "Second factor required"
    case .noVerifiedAddress: "External account has no verified email address"
    case .registrationClosed: "Registration is by invitation only"
    case .limitReached: "Limit reached"
    case .invitationsBlocked: "Organization cannot send invitations"
    case .invitationRefused: "Recipient has blocked invitations"
    case .unknownPath: "Path not found"
    case .unknownApplication: "Application not found"
    case .unknownEnvironment: "Environment not found"
    case .unknownRelease: "Release not found"
    case .unknownKey: "Key not found"
    case .unknownToken: "Token not found"
    case .unknownBuild: "Build not found"
    case .unknownOrganization: "Organization not found"
    case .notFound: "Not found"
    case .noRelease: "No release published yet"
    case .noDraft: "Draft not found"
    case .noSnapshot: "Screen has no snapshot"
    case .unknownAsset: "Picture not found"
    case .unknownTemplate: "Template not found"
    case .noPortal: "This build has no portal"
    case .wrongMethod: "Method not allowed"
    case .alreadyExists: "Already exists"
    case .conflict: "Conflict with another change"
    case .warnings: "Warnings must be accepted"
    case .addressTaken: "Email address is already in use"
    case .lastOwner: "Organization would have no owner"
    case .lastCredential: "Account would have no way to sign in"
    case .tooManySnapshots: "Picture limit reached"
    case .tooManyAssets: "Picture limit reached"
    case .assetInUse: "Picture is in use"
    case .tooManyTemplates: "Template limit reached"
    case .buildDeclared: "Build is already declared"
    case .quotaReached: "Quota reached"
    case .draftChanged: "Draft has changed"
    case .templateChanged: "Template has changed"
    case .flowChanged: "Screen flow has changed"
    case .bodyTooLarge: "Request body is too large"
    case .unsupportedPicture: "Unsupported picture format"
    case .findings: "Flows have errors"
    case .missingAsset: "Pictures are missing"
    case .preconditionRequired: "If-Match or If-None-Match required"
    case .tooManyAttempts: "Too many attempts"
    case .tooManyInvitations: "Too many invitations within a day"
    case .tooManyDocuments: "Too many documents at a time"
    case .tooManyStreams: "Too many open streams"
    case .tooManyConnections: "Too many open connections"
    case .bodyTooSlow: "Request body arrives too slowly"
    case .clientClosed: "Client closed the connection"
    case .intakeLimited: "Rate limit of apps exceeded"
    case .eventQuota: "Event quota reached"
    case .internalError: "Internal server error"
    case .storeUnavailable: "Store unavailable"
    case .wrongClock: "Clock seems to be wrong"
    case .storeFull: "Disk full"
    case .intakePaused: "Data from apps is not accepted at the moment"
    }
  }
}
