import FlowStore
import Foundation
import GRDB
import Testing

@Suite(.serialized) struct DiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a store without disk space rejects changes, keeps all data, and recovers`()
    async throws
  {
    let path = folder.path("flowmagic.db")
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await store.database.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
    }
    var stored = 0
    var refused: StoreError?
    while refused == nil {
      let batch = EventBatch(
        application: "shop", environment: "production", key: "k\(stored)", count: 1,
        body: [UInt8](repeating: 0x20, count: 10_000), received: 1)
      refused = await storeError { () async throws(StoreError) in
        _ = try await store.append([batch])
      }
      if refused == nil { stored += 1 }
    }
    #expect(refused?.code == .diskFull)
    #expect(refused?.message.contains(path) == true)
    let writing = await errorCode { () async throws(StoreError) in try await store.checkWritable() }
    #expect(writing == .diskFull)
    try await store.check()
    #expect(stored > 0)
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 999).count == stored)

    try await store.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 1000000")
    }
    #expect(try await store.append([Shop.batch("after")]) == [true])
    try await store.checkWritable()
  }

  /// A real disk of 40 MB that is full; needs the permission to mount one.
  @Test(.enabled(if: Mount.isAllowed, "this system does not allow mounting a disk in a namespace"))
  func `a full disk rejects changes, keeps all data, and recovers with free space`() async throws {
    let script = """
      mount -t tmpfs -o size=40m tmpfs "$DISK" && cd "$DISK" || exit 9
      head -c 39M /dev/zero >ballast
      "$@"; echo "first $?"
      rm ballast
      "$@"; echo "second $?"
      cp flowmagic.db* "$COPY"
      """
    let disk = folder.path("disk")
    let copy = folder.path("copy")
    for path in [disk, copy] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let process = try LoadProcess(
      store: "sqlite:flowmagic.db",
      prefix: Mount.shell(script, ["DISK=\(disk)", "COPY=\(copy)"]),
      "--publishes", "80", "--batch", "5")
    #expect(process.finish() == 0)
    #expect(process.lines.contains("first 3"))
    #expect(process.lines.contains("second 0"))
    #expect(process.failures.count == 1)
    #expect(process.failures.first?.hasPrefix("disk-full The disk of /") == true)
    #expect(process.published.count > 80)
    var writes = AcknowledgedWrites()
    writes.add(process)
    try await writes.verify(in: "\(copy)/flowmagic.db")
  }

  @Test func `a file size limit rejects changes and keeps all data`() async throws {
    let path = folder.path("flowmagic.db")
    let process = try LoadProcess(store: "sqlite:\(path)", "--file-size-limit", "1000000")
    #expect(process.finish() == 3)
    #expect(process.failures.first?.hasPrefix("unavailable The disk refused to") == true)
    #expect(!process.storedBatches.isEmpty)
    var writes = AcknowledgedWrites()
    writes.add(process)
    try await writes.verify(in: path)
  }

  /// Root may write everywhere, so the process drops its privileges first.
  @Test func `a read-only folder is rejected, and so is a read-only file`()
    async throws
  {
    let unprivileged = geteuid() == 0 ? ["--user", "65534"] : []
    chmod(folder.url.path, 0o555)
    let inFolder = try LoadProcess(
      store: "sqlite:\(folder.path("flowmagic.db"))", arguments: unprivileged)
    #expect(inFolder.finish() == 3)
    #expect(inFolder.failures.first?.hasPrefix("read-only The server cannot create /") == true)
    #expect(try folder.names().isEmpty)

    chmod(folder.url.path, 0o777)
    let path = folder.path("flowmagic.db")
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await store.close()
    unlink("\(path).lock")
    chmod(path, 0o444)
    let onFile = try LoadProcess(store: "sqlite:\(path)", arguments: unprivileged)
    #expect(onFile.finish() == 3)
    #expect(onFile.failures.first?.hasPrefix("read-only ") == true)
    #expect(onFile.failures.first?.contains(path) == true)
  }
}

/// Mounting in a user namespace, which many systems allow to everyone.
enum Mount {
  /// Returns a command that runs a shell script with these variables in a new user namespace.
  static func shell(_ script: String, _ variables: [String]) -> [String] {
    ["/usr/bin/env"] + variables
      + ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
  }

  static let isAllowed: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = Array(shell("mount -t tmpfs tmpfs /mnt", []).dropFirst())
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
