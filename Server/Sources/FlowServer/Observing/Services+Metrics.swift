import Accounts
import FlowStore

extension Services {
  /// All metrics: counters, and the state at the moment.
  ///
  /// Without `namesApplications` nothing says whose applications these are.
  package func metricsText(namesApplications: Bool = true) async -> String {
    let counts = currentReleases.counts
    let status = await store.status()
    let families =
      deliveryFamilies(counts) + ProcessMetrics.families + (await mailFamilies())
      + (await invitationFamilies()) + clockFamilies
      + StoreMetrics.families(status, refusals: intake.refusals) + purgeFamilies
      + (namesApplications ? await applicationFamilies() : [])
    var latencies = PrometheusText()
    counts.answering.write(
      "flowmagic_release_duration_seconds",
      "Time from reading requests for releases to having answered them from memory, one of 64.",
      to: &latencies)
    counts.broadcasting.write(
      "flowmagic_stream_delivery_duration_seconds",
      "Time from publishing a release to having written it to an event loop's last stream.",
      to: &latencies)
    return metrics.text(families: families, namesApplications: namesApplications)
      + StoreMetrics.commits(status.commits) + latencies.string
  }

  /// Returns the metrics of the outbox; empty if the store cannot be read at the moment.
  private func mailFamilies() async -> [PrometheusText.Family] {
    guard let (count, oldest) = try? await accounts.store.read({ try $0.mailWaiting() }) else {
      return []
    }
    let age = oldest.map { max(0, clock() - $0) } ?? 0
    return [
      PrometheusText.Family("flowmagic_mail_queue", "Emails that wait.", [([], count)]),
      PrometheusText.Family(
        "flowmagic_mail_queue_oldest_seconds", "Age of the oldest email that waits.", [([], age)]),
    ]
  }

  /// Returns the metrics of reported invitations; empty if the store cannot be read at the moment.
  private func invitationFamilies() async -> [PrometheusText.Family] {
    guard let reported = try? await accounts.invitations.reportedOrganizations() else { return [] }
    return [
      PrometheusText.Family(
        "flowmagic_invitation_reports", "Reports of invitations that were not lifted.",
        [([], reported.map(\.reports).reduce(0, +))]),
      PrometheusText.Family(
        "flowmagic_organizations_blocked",
        "Organizations that can send no invitations because recipients reported them.",
        [([], reported.count(where: \.isBlocked))]),
    ]
  }

  private func applicationFamilies() async -> [PrometheusText.Family] {
    var current: [PrometheusText.Sample] = []
    var clients: [PrometheusText.Sample] = []
    for live in currentReleases.all {
      let labels = [
        ("application", live.stored.application), ("environment", live.stored.environment),
      ]
      current.append((labels, live.number))
      let counts = await currentReleases.clientsByRelease(
        application: live.stored.application, environment: live.stored.environment)
      for (release, count) in counts.sorted(by: { $0.key < $1.key }) where release > 0 {
        clients.append((labels + [("release", "\(release)")], count))
      }
    }
    return [
      PrometheusText.Family("flowmagic_current_release", "The current release's number.", current),
      PrometheusText.Family(
        "flowmagic_live_clients", "Open streams by the release they have.", clients),
      PrometheusText.Family(
        "flowmagic_organization_streams", "Open streams of apps, tokens and members.",
        streams.streamsByOrganization.sorted { $0.key < $1.key }
          .map { ([("organization", $0.key)], $0.value) }),
      PrometheusText.Family(
        "flowmagic_change_streams", "Open streams of changes, to the portal and to tools.",
        changes.readerCounts.sorted { $0.key < $1.key }
          .map { ([("application", $0.key)], $0.value) }),
    ]
  }

  private var purgeFamilies: [PrometheusText.Family] {
    let counts = purger?.counts ?? CachePurger.Counts()
    return [
      PrometheusText.Family(
        "flowmagic_cache_purges_total", "Purge requests to a cache, by the result.",
        kind: "counter",
        [([("result", "done")], counts.done), ([("result", "failed")], counts.failed)]),
      PrometheusText.Family(
        "flowmagic_cache_purge_retries_total", "Requests to a cache that were made again.",
        kind: "counter", [([], counts.retries)]),
      PrometheusText.Family(
        "flowmagic_cache_purge_queue", "Purge requests that are waiting.",
        [([], counts.waiting)]),
    ]
  }

  private var clockFamilies: [PrometheusText.Family] {
    let newest = currentReleases.all.map(\.issued).max() ?? 0
    return [
      PrometheusText.Family(
        "flowmagic_clock_jump_seconds",
        "How far the clock has jumped since the start; 0 if it runs as it should.",
        [([], clockWatch.jump)]),
      PrometheusText.Family(
        "flowmagic_statement_lead_seconds",
        "How far the newest statement's issue time is ahead of the clock.",
        [([], max(0, newest - clock()))]),
      PrometheusText.Family(
        "flowmagic_last_backup_timestamp_seconds",
        "When the latest scheduled backup was made; 0 if there is none.",
        [([], backups.last)]),
      PrometheusText.Family(
        "flowmagic_backup_failures_total", "Scheduled backups that failed since the start.",
        kind: "counter", [([], backups.failures)]),
    ]
  }

  private func deliveryFamilies(_ counts: DeliveryCounts) -> [PrometheusText.Family] {
    func one(_ name: String, _ help: String, _ value: Int, _ kind: String) -> PrometheusText.Family
    {
      PrometheusText.Family("flowmagic_" + name, help, kind: kind, [([], value)])
    }
    let now = [
      one("connections", "Connections that are open.", counts.connections, "gauge"),
      one("live_streams", "Streams of apps that are open.", counts.streams, "gauge"),
      one(
        "route_streams", "Streams of tokens and users that are open.", streams.routeStreams,
        "gauge"),
    ]
    let total = [
      ("streams_opened", "Streams ever opened.", counts.streamsOpened),
      (
        "streams_dropped", "Streams ended because they were read too slowly.", counts.streamsDropped
      ),
      ("connections_refused", "Connections refused because of a limit.", counts.connectionsRefused),
      ("stream_events_sent", "Releases written to streams.", counts.eventsSent),
      ("stream_events_skipped", "Releases that a slow stream did not get.", counts.eventsSkipped),
      (
        "releases_answered", "Current releases answered in full, from memory.",
        counts.releasesAnswered
      ),
      ("releases_not_modified", "304 responses, from memory.", counts.notModified),
      ("malformed_requests", "Requests that could not be understood.", counts.malformedRequests),
      ("timeouts", "Connections ended because they were too slow.", counts.timeouts),
      ("delivery_bytes_sent", "Bytes of releases handed to sockets.", counts.bytesSent),
    ]
    let build = PrometheusText.Family(
      "flowmagic_build_info", "Which server this is.", [([("version", ServerVersion.text)], 1)])
    let refused = PrometheusText.Family(
      "flowmagic_streams_refused_total", "Streams refused, by the limit that was reached.",
      kind: "counter",
      StreamLimit.allCases.map { ([("limit", $0.rawValue)], streams.streamsRefused[$0] ?? 0) })
    return [build, refused] + now + total.map { one($0.0 + "_total", $0.1, $0.2, "counter") }
  }
}

/// The server's own version.
package enum ServerVersion {
  package static let text = "0.1.0"
}
