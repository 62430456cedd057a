import Foundation

/// The owner of a folder: the server's user, when root runs commands.
package enum FolderOwner {
  /// Makes the owner of a folder the owner of a file or folder in it that root has opened.
  ///
  /// Otherwise the server, which runs as that user, could no longer use it.
  ///
  /// NB: by descriptor, and only if the file has no other name, because that user may replace any
  /// path in the folder with a link to someone else's file and must not become its owner.
  package static func assign(_ descriptor: Int32, toOwnerOf folder: String) {
    guard geteuid() == 0 else { return }
    var parent = stat()
    var file = stat()
    guard stat(folder, &parent) == 0, parent.st_uid != 0, fstat(descriptor, &file) == 0,
      file.st_mode & S_IFMT == S_IFDIR || file.st_nlink == 1
    else { return }
    _ = fchown(descriptor, parent.st_uid, parent.st_gid)
  }

  /// Makes the owner of a folder the owner of a file or folder at a path, unless it is a link.
  package static func assign(path: String, toOwnerOf folder: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    assign(descriptor, toOwnerOf: folder)
  }

  /// Whether two folders have the same owner.
  package static func haveSameOwner(_ folder: String, _ otherFolder: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(folder, &first) == 0 && stat(otherFolder, &second) == 0
      && first.st_uid == second.st_uid
  }

  /// The folder of a path, without resolving links.
  package static func folder(of path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether users other than its owner may replace files in a folder.
  package static func isShared(_ folder: String) -> Bool {
    var status = stat()
    // In a sticky folder, such as /tmp, each user can only replace their own files.
    return stat(folder, &status) == 0 && status.st_mode & 0o022 != 0
      && status.st_mode & S_ISVTX == 0
  }
}
