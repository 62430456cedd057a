import FlowCore
import FlowStore
import HTTPTypes

/// The route of results.
enum ResultRoutes {
  static let all = [readResults]

  private static let environmentPath = "/v1/apps/{app}/environments/{env}"
  /// The default number of days.
  private static let defaultDays = 30
  /// The numbers of days that can be requested: by default, results are kept for 400.
  private static let dayRange = 1...400

  static let readResults = Endpoint(
    "readResults", .get, environmentPath + "/results", .applications, .scope(.read),
    "What users did in the flows, and the results of experiments",
    detail: "Counted from apps' events within a few seconds. Sessions count on the day of their "
      + "first events (UTC), once for each step, port and route; users of an experiment count for "
      + "the variant that took effect first, and what they do afterwards in a session in which the "
      + "experiment took effect counts as a reached goal. `difference` compares with the first "
      + "variant; its interval contains the true difference with a probability of 95 %, no matter "
      + "how often you look. An experiment has the 1,000 goals that most of its users reached. SDK "
      + "keys are public: anyone with the app can send events, so results are only as reliable as "
      + "these.",
    parameters: [
      Parameter(
        "days", format: .integer(dayRange), "The number of days, including today; 30 by default.")
    ],
    responses: [ResponseDeclaration(200, "The results.", .results)], problems: [.tooManyDocuments]
  ) { request in
    let days = try request.integer("days", in: dayRange) ?? defaultDays
    let application = request.applicationID
    let environment = request.path("env")
    let today = request.now / 86_400
    let results = try await request.store.results(
      of: application, environment: environment, since: today - days + 1)
    let live = request.services.currentReleases.current(
      application: application, environment: environment)
    return try await Publisher(request.services).check(for: application) {
      let document = try live.map { try FlowDocument(parsing: $0.stored.body) }
      return .json(
        ResultsJSON(results, document?.splits ?? []).json(days: days, release: live?.number))
    }
  }
}
