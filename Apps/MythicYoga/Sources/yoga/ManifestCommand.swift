import Accounts
import ArgumentParser
import FlowCore
import FlowMagicWeb
import Foundation
import Logging
import YogaService

/// `yoga manifest`: prints this build's manifest, for `flowmagic manifest push`.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Print this build's manifest.")
  @OptionGroup var folder: FolderOptions

  func run() async throws {
    let server = try YogaServer(
      folder: ServiceFolder(path: folder.store), settings: .init(), logger: Logger(label: "yoga"))
    write(server.host.manifest.json.text(.pretty))
  }
}

/// `yoga flow`: prints the flow of this build, for the portal's first release.
struct FlowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flow", abstract: "Print the flow bundled with this build.")

  func run() throws { write(try YogaServer.document().json.text(.pretty)) }
}
