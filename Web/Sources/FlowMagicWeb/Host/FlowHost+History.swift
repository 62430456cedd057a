import FlowCore

extension FlowHost {
  /// Shows the page of an entry of the browser's history without a press, leaving the position of
  /// other tabs unchanged.
  ///
  /// The script requests this after a reload, and when a user goes back or forward, because the
  /// cookie has only the state after the last press in any tab.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - form: The entry's state, and what was entered on its page.
  ///   - shown: The sealed state of the page that the browser shows now.
  /// - Returns: The page of the entry; a redirect to the flow if the entry may not be shown: it is
  ///   invalid or has expired, or belongs to another user or to the time before a restart.
  /// - Throws: The error of the visit, or of a screen that cannot be shown.
  func showHistoryEntry(
    _ request: VisitRequest, _ form: FormBody, shown: String
  ) async throws(WebFailure) -> PageResponse {
    guard let text = form.first("fm"), let entry = try await openState(text[...], request),
      entry.flow == request.flow, !entry.isPressRunning, !isExpired(entry, request),
      request.mayShow(entry)
    else { return .redirect(address(request.flow, .start)) }
    var visit = try await resumeVisit(entry, request)
    guard visit.ending == nil else { return .redirect(address(request.flow, .start)) }
    var notice: PageNotice?
    visit.previousScreen = nil
    if let page = try await openState(shown[...], request), page.id == entry.id,
      let stepCount = page.stepCount(after: entry),
      let pageVisit = try? await resumeVisit(page, request), pageVisit.ending == nil
    {
      if stepCount > 0 {
        // Going back to it also keeps what was entered on the later steps.
        visit = pageVisit
        for _ in 0..<stepCount { _ = visit.session.back() }
        try await show(&visit, request, restoring: entry.screen)
      } else if page.notice != nil {
        // The page tells the result of a press of the entry's page.
        (visit, notice) = (pageVisit, page.notice)
      } else {
        notice = entry.notice
        if pageVisit.release === visit.release { visit.previousScreen = pageVisit.previousScreen }
      }
    }
    // NB: a patch of operations leaves the page's fields as they are: the script fills them.
    _ = visit.enter(form)
    return try await renderPage(visit, request, notice: notice)
  }
}
