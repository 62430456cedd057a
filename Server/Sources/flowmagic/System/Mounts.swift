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

  /// Parses Linux's list of mounts, `/proc/self/mountinfo`, in which later ones hide earlier ones.
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
  /// Such a file is in `/run/secrets`, or is itself a mount of another file system, or is in a
  /// folder, other than `/run`, that is an in-memory file system of its own.
  ///
  /// A read-only file system is no sign of a secret: in a systemd unit, `/etc` can be one. Neither
  /// is a mount of the file system that its parent folder is on, such as a unit's writable folders.
  ///
  /// - Parameter path: An absolute path without links.
  /// - Returns: Whether the file is provided as a secret.
  package func isProvidedSecret(_ path: String) -> Bool {
    if path.hasPrefix("/run/secrets/") || separateMount(at: path) != nil { return true }
    let folder = Self.folder(of: path)
    guard folder != "/run", let mount = separateMount(at: folder) else { return false }
    return ["tmpfs", "ramfs"].contains(mount.type)
  }

  /// The mount at a path, if it is of another file system than the parent folder.
  private func separateMount(at path: String) -> Mount? {
    guard path != "/", let mount = innermostMount(of: path), mount.point == path,
      mount.device != innermostMount(of: FolderOwner.folder(of: path))?.device
    else { return nil }
    return mount
  }

  /// The innermost mount that a path is in.
  private func innermostMount(of path: String) -> Mount? {
    var innermost: Mount?
    for mount in mounts where mount.contains(path) {
      if mount.point.utf8.count >= innermost?.point.utf8.count ?? 0 { innermost = mount }
    }
    return innermost
  }

  /// The folder of a path; in a Kubernetes volume, the volume itself instead of the folder of one
  /// version, such as `..2027_01_15_08_00_00.1234`.
  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return "/" + parts.prefix { !$0.hasPrefix("..") }.joined(separator: "/")
  }

  /// A path from the list, in which spaces, tabs, newlines and backslashes are escaped in octal.
  private static func unescaped(_ path: String) -> String {
    path.replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
