import FlowStore

/// The file systems that are mounted for this process.
package struct Mounts: Sendable {
  private struct Mount: Sendable {
    let point: String
    let device: String
    let type: String

    func contains(_ path: String) -> Bool {
      path == point || path.hasPrefix(point == "/" ? "/" : point + "/")
    }
  }

  private let mounts: [Mount]

  /// Reads Linux's list of mounts, `/proc/self/mountinfo`, in which later ones hide earlier ones.
  package init(parsing text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map { String($0) }
      // NB: a dash ends the optional fields, and the type is after it.
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"),
        dash + 1 < fields.count
      else { return nil }
      return Mount(
        point: Self.unescaped(fields[4]), device: fields[2], type: fields[dash + 1])
    }
  }

  /// Decides whether a container platform or systemd provides a file as a secret.
  ///
  /// Such a file is in `/run/secrets`, or it is mounted by itself from another disk, or it is in a
  /// folder, other than `/run`, that is a disk in memory of its own.
  ///
  /// That a disk is read-only says nothing: in a systemd unit, `/etc` can be. Nor does a folder
  /// that is mounted from the same disk as the one that it is in, as those that a unit may write.
  ///
  /// - Parameter path: An absolute path without links.
  /// - Returns: Whether others than its owner may read it.
  package func provide(_ path: String) -> Bool {
    if path.hasPrefix("/run/secrets/") || own(path) != nil { return true }
    let folder = Self.folder(of: path)
    guard folder != "/run", let mount = own(folder) else { return false }
    return ["tmpfs", "ramfs"].contains(mount.type)
  }

  /// What is mounted at a path, if it is a different disk than that of the folder it is in.
  private func own(_ path: String) -> Mount? {
    guard path != "/", let mount = innermost(of: path), mount.point == path,
      mount.device != innermost(of: FolderOwner.folder(of: path))?.device
    else { return nil }
    return mount
  }

  /// The innermost mount that a path is in.
  private func innermost(of path: String) -> Mount? {
    var found: Mount?
    for mount in mounts where mount.contains(path) {
      if mount.point.utf8.count >= found?.point.utf8.count ?? 0 { found = mount }
    }
    return found
  }

  /// The folder of a path; of a Kubernetes volume, the folder of its versions, each of which is in
  /// a folder such as `..2027_01_15_08_00_00.1234`.
  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return "/" + parts.prefix { !$0.hasPrefix("..") }.joined(separator: "/")
  }

  /// A path from the list, in which spaces, tabs, newlines and backslashes are octal numbers.
  private static func unescaped(_ path: String) -> String {
    path.replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
