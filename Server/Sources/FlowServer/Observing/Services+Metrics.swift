import Accounts
import FlowStore

extension Services {
  /// All metrics in the Prometheus text format.
  ///
  /// Without `namesApplications`, no label identifies an application or an organization.
  package func metricsText(namesApplications: Bool = true) async -> String {
    let counts = currentReleases.counts
    let status = await store.status()
    let families =
      deliveryFamilies(counts) + ProcessMetrics.families + (await mailFamilies())
      + (await invitationFamilies()) + clockFamilies
      + StoreMetrics.families(status, refusals: intake.refusals) + purgeFamilies
      + Self.families(largeResponseLimiter.metrics)
      + (namesApplications ? await applicationFamilies() : [])
    var latencies = PrometheusText()
    counts.fastPathLatency.write(
      "flowmagic_release_duration_seconds",
      "Time from reading requests for releases to answering them from memory, for one in 64.",
      to: &latencies)
    counts.broadcastLatency.write(
      "flowmagic_stream_delivery_duration_seconds",
      "Time from publishing a release to writing it to an event loop's last stream.",
      to: &latencies)
    return metrics.text(families: families, namesApplications: namesApplications)
      + StoreMetrics.commits(status.commits) + latencies.string
  }

  /// Returns the metrics of the outbox; empty if the store cannot be read at the moment.
  private func mailFamilies() async -> [PrometheusText.Family] {
    guard
      let (count, oldest, newest) = try? await accounts.store.read({ try $0.queuedMailSummary() })
    else { return [] }
    let now = clock()
    // NB: an email dated in the future was queued before the clock was set back; its age is not
    // known, and 0 would hide that it waits.
    let age = max(0, now - (oldest ?? now), (newest ?? now) - now)
    return [
      PrometheusText.Family("flowmagic_mail_queue", "Queued emails.", [([], count)]),
      PrometheusText.Family(
        "flowmagic_mail_queue_oldest_seconds", "Age of the oldest queued email.", [([], age)]),
    ]
  }

  /// Returns the metrics of reported invitations; empty if the store cannot be read at the moment.
  private func invitationFamilies() async -> [PrometheusText.Family] {
    guard let reported = try? await accounts.invitations.reportedOrganizations() else { return [] }
    return [
      PrometheusText.Family(
        "flowmagic_invitation_reports", "Reports of invitations that were not dismissed.",
        [([], reported.map(\.reports).reduce(0, +))]),
      PrometheusText.Family(
        "flowmagic_organizations_blocked",
        "Organizations that cannot send invitations because recipients reported them.",
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
        "flowmagic_live_clients", "Open streams by release.", clients),
      PrometheusText.Family(
        "flowmagic_organization_streams", "Open streams of apps, tokens and members.",
        streams.streamsByOrganization.sorted { $0.key < $1.key }
          .map { ([("organization", $0.key)], $0.value) }),
      PrometheusText.Family(
        "flowmagic_change_streams", "Open streams of changes, to the portal and to tools.",
        changes.streamsByApplication.sorted { $0.key < $1.key }
          .map { ([("application", $0.key)], $0.value) }),
    ]
  }

  private static func families(_ metrics: LargeResponseLimiter.Metrics) -> [PrometheusText.Family] {
    [
      PrometheusText.Family(
        "flowmagic_large_responses", "Responses of more than 1 MiB that were not read yet.",
        [([], metrics.responses)]),
      PrometheusText.Family(
        "flowmagic_large_response_bytes",
        "Bytes of large responses in memory; shared ones count once.",
        [([], metrics.bytes)]),
      PrometheusText.Family(
        "flowmagic_large_responses_waiting", "Queued parts of large responses.",
        [([], metrics.pendingChunks)]),
      PrometheusText.Family(
        "flowmagic_large_responses_refused_total",
        "Large responses refused because of a limit of the organization or the caller.",
        type: "counter", [([], metrics.refused)]),
    ]
  }

  private var purgeFamilies: [PrometheusText.Family] {
    let counts = purger?.counts ?? CachePurger.Counts()
    return [
      PrometheusText.Family(
        "flowmagic_cache_purges_total", "Releases purged from a cache, by result.",
        type: "counter",
        [([("result", "done")], counts.succeeded), ([("result", "failed")], counts.failed)]),
      PrometheusText.Family(
        "flowmagic_cache_purge_retries_total", "Repeated purge requests to a cache.",
        type: "counter", [([], counts.retries)]),
      PrometheusText.Family(
        "flowmagic_cache_purge_queue", "Releases waiting for their purge.",
        [([], counts.pending)]),
    ]
  }

  private var clockFamilies: [PrometheusText.Family] {
    let newest = currentReleases.all.map(\.issued).max() ?? 0
    return [
      PrometheusText.Family(
        "flowmagic_clock_jump_seconds",
        "Jump of the clock since the start; negative if it was set back, 0 if there was none.",
        [([], clockMonitor.jump)]),
      PrometheusText.Family(
        "flowmagic_statement_lead_seconds",
        "Lead of the newest statement's issue time over the clock.",
        [([], max(0, newest - clock()))]),
      PrometheusText.Family(
        "flowmagic_last_backup_timestamp_seconds",
        "Time of the latest scheduled backup; 0 if there is none.",
        [([], backups.lastBackup)]),
      PrometheusText.Family(
        "flowmagic_backup_failures_total", "Failed scheduled backups since the start.",
        type: "counter", [([], backups.failures)]),
    ]
  }

  private func deliveryFamilies(_ counts: DeliveryCounts) -> [PrometheusText.Family] {
    func family(
      _ name: String, _ help: String, _ value: Int, _ type: String
    ) -> PrometheusText.Family {
      PrometheusText.Family("flowmagic_" + name, help, type: type, [([], value)])
    }
    let gauges = [
      family("connections", "Open connections.", counts.connections, "gauge"),
      family(
        "live_streams", "Open streams of apps that are served from memory.", counts.streams,
        "gauge"),
      family(
        "route_streams", "Open streams that are not served from memory.", streams.routeStreams,
        "gauge"),
    ]
    let counters = [
      ("streams_opened", "Opened streams.", counts.streamsOpened),
      (
        "streams_dropped", "Streams closed because clients read too slowly.", counts.streamsDropped
      ),
      ("connections_refused", "Connections refused because of a limit.", counts.connectionsRefused),
      ("stream_events_sent", "Releases written to streams.", counts.eventsSent),
      ("stream_events_skipped", "Releases that slow streams skipped.", counts.eventsSkipped),
      (
        "releases_answered", "Responses with the current release, from memory.",
        counts.releasesServed
      ),
      ("releases_not_modified", "304 responses, from memory.", counts.notModified),
      (
        "malformed_requests",
        "Requests that were malformed or not supported, or whose head was too large.",
        counts.malformedRequests
      ),
      ("timeouts", "Connections closed because they were idle or too slow.", counts.timeouts),
      (
        "delivery_bytes_sent",
        "Bytes of responses and events written from memory, without heartbeats.", counts.bytesSent
      ),
    ]
    let build = PrometheusText.Family(
      "flowmagic_build_info", "The server's version.", [([("version", ServerVersion.string)], 1)])
    let refused = PrometheusText.Family(
      "flowmagic_streams_refused_total", "Refused streams, by the reached limit.",
      type: "counter",
      StreamLimit.allCases.map { ([("limit", $0.rawValue)], streams.streamsRefused[$0] ?? 0) })
    return [build, refused] + gauges
      + counters.map { family($0.0 + "_total", $0.1, $0.2, "counter") }
  }
}

/// The server's own version.
package enum ServerVersion {
  package static let string = "0.1.0"
}
