/// The reason why the response to a request is not a screen; each has a page that explains it.
struct WebFailure: Error {
  enum Kind: CaseIterable {
    case notFound, crossOrigin, noCookie, invalidForm, expired, flowChanged, tooLarge, timedOut
    case rateLimited, inProgress, internalError
  }

  /// The next action offered on the page.
  enum NextAction { case goToStart, resume, startAgain }

  let kind: Kind
  /// Details for the log.
  let cause: String

  init(_ kind: Kind, _ cause: String = "") {
    self.kind = kind
    self.cause = cause
  }

  var status: Int {
    switch kind {
    case .notFound: 404
    case .crossOrigin: 403
    case .noCookie, .invalidForm: 400
    case .expired: 410
    case .flowChanged: 409
    case .tooLarge: 413
    case .timedOut: 408
    case .rateLimited: 429
    case .inProgress: 202
    case .internalError: 500
    }
  }

  /// The heading and the text of the page.
  var texts: (title: WebText, text: WebText) {
    switch kind {
    case .notFound: (.notFoundTitle, .notFoundText)
    case .crossOrigin: (.crossOriginTitle, .crossOriginText)
    case .noCookie: (.noCookieTitle, .noCookieText)
    case .invalidForm: (.invalidFormTitle, .invalidFormText)
    case .expired: (.expiredTitle, .expiredText)
    case .flowChanged: (.flowChangedTitle, .flowChangedText)
    case .tooLarge: (.tooLargeTitle, .tooLargeText)
    case .timedOut: (.timedOutTitle, .timedOutText)
    case .rateLimited: (.rateLimitedTitle, .rateLimitedText)
    case .inProgress: (.inProgressTitle, .inProgressText)
    case .internalError: (.internalErrorTitle, .internalErrorText)
    }
  }

  var nextAction: NextAction {
    switch kind {
    case .notFound: .goToStart
    case .crossOrigin, .tooLarge, .timedOut, .rateLimited, .inProgress, .internalError: .resume
    case .noCookie, .invalidForm, .expired, .flowChanged: .startAgain
    }
  }
}
