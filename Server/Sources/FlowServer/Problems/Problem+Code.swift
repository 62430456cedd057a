extension Problem {
  /// The stable codes; `docs/api.md` explains each.
  ///
  /// A code is never reused for something else.
  package enum Code: String, Sendable, CaseIterable {
    case malformedBody = "malformed-body"
    case invalidParameter = "invalid-parameter"
    case unknownCompany = "unknown-company"
    case notSignedIn = "not-signed-in"
    case notAllowed = "not-allowed"
    case wrongKey = "wrong-key"
    case unknownPath = "unknown-path"
    case unknownApplication = "unknown-application"
    case unknownEnvironment = "unknown-environment"
    case unknownRelease = "unknown-release"
    case unknownKey = "unknown-key"
    case unknownToken = "unknown-token"
    case noRelease = "no-release"
    case noDraft = "no-draft"
    case wrongMethod = "wrong-method"
    case alreadyThere = "already-there"
    case conflict
    case warnings
    case draftChanged = "draft-changed"
    case bodyTooLarge = "body-too-large"
    case findings
    case preconditionRequired = "precondition-required"
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
    case .malformedBody, .invalidParameter, .unknownCompany: 400
    case .notSignedIn: 401
    case .notAllowed, .wrongKey: 403
    case .unknownPath, .unknownApplication, .unknownEnvironment, .unknownRelease, .unknownKey,
      .unknownToken, .noRelease, .noDraft:
      404
    case .wrongMethod: 405
    case .alreadyThere, .conflict, .warnings: 409
    case .draftChanged: 412
    case .bodyTooLarge: 413
    case .findings: 422
    case .preconditionRequired: 428
    case .tooManyStreams: 429
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
    case .notSignedIn: "A valid key or token is needed"
    case .notAllowed: "The token may not do this"
    case .wrongKey: "The key is for another environment"
    case .unknownPath: "There is nothing at this path"
    case .unknownApplication: "There is no such application"
    case .unknownEnvironment: "There is no such environment"
    case .unknownRelease: "There is no such release"
    case .unknownKey: "There is no such key"
    case .unknownToken: "There is no such token"
    case .noRelease: "Nothing has been published yet"
    case .noDraft: "There is no draft"
    case .wrongMethod: "The path has no such method"
    case .alreadyThere: "It is there already"
    case .conflict: "Somebody changed it in the meantime"
    case .warnings: "The warnings must be accepted"
    case .draftChanged: "The draft has changed"
    case .bodyTooLarge: "The body is too large"
    case .findings: "The flows have errors"
    case .preconditionRequired: "If-Match or If-None-Match is needed"
    case .tooManyStreams: "As many streams as there may be are open"
    case .internalError: "The server has made a mistake"
    case .storeUnavailable: "The store cannot be used now"
    case .storeFull: "The store's disk is full"
    }
  }
}
