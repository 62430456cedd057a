import FlowStore

/// The metrics of the store and of events.
enum StoreMetrics {
  static func families(
    _ status: StoreStatus, refusals: [IntakeGuard.Refusal: Int]
  ) -> [PrometheusText.Family] {
    func family(_ name: String, _ help: String, _ value: Int) -> PrometheusText.Family {
      PrometheusText.Family("flowmagic_" + name, help, [([], value)])
    }
    var families = [
      family("store_bytes", "Size of the store's file, without its log.", status.storeBytes),
      family("store_log_bytes", "Size of the store's write-ahead log.", status.space.walBytes),
      family(
        "store_checkpoint_age_seconds",
        "Time since the last complete checkpoint, or since the start.",
        status.checkpointAge),
      family("store_commit_queue", "Changes queued for a commit.", status.queuedChanges),
      family(
        "store_commit_waiting", "Callers waiting for space in the queue.",
        status.waitingCallers),
      family("store_damaged", "1 after a damaged page was found.", status.isDamaged ? 1 : 0),
    ]
    // An in-memory store has no disk.
    if let free = status.space.diskFree {
      families.append(family("store_disk_free_bytes", "Free space on the store's disk.", free))
    }
    families.append(
      PrometheusText.Family(
        "flowmagic_store_commit_failures_total", "Commits that failed.", type: "counter",
        [([], status.commits.failures)]))
    families.append(
      PrometheusText.Family(
        "flowmagic_intake_refused_total",
        "Refused requests of apps and changes of users, by reason.", type: "counter",
        IntakeGuard.Refusal.allCases.map { ([("reason", $0.rawValue)], refusals[$0] ?? 0) }))
    return families
  }

  /// The histogram of commit durations.
  static func commits(_ commits: StoreStatus.Commits) -> String {
    let name = "flowmagic_store_commit_duration_seconds"
    var text = PrometheusText()
    text.writeHeader(name, "histogram", "Duration of a commit, including its sync to disk.")
    for (bound, count) in zip(StoreStatus.Commits.bounds, commits.buckets) {
      text.writeSample(name + "_bucket", PrometheusText.labels([("le", "\(bound)")]), "\(count)")
    }
    text.writeSample(name + "_bucket", PrometheusText.labels([("le", "+Inf")]), "\(commits.count)")
    text.writeSample(name + "_sum", "", "\(commits.seconds)")
    text.writeSample(name + "_count", "", "\(commits.count)")
    return text.string
  }
}
