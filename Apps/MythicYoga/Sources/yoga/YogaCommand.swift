import ArgumentParser
import Foundation
import YogaService

/// `yoga`: the service, and its administration.
@main
struct YogaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoga", abstract: "Serve Mythic Yoga Flow and manage its accounts.",
    subcommands: [ServeCommand.self, UsersCommand.self, ManifestCommand.self, FlowCommand.self])
}

/// The options for the data folder and the public URL.
struct FolderOptions: ParsableArguments {
  @Option(help: "The folder with the databases and keys.") var store = ".yoga/store"
  @Option(help: "The site's public URL, such as https://yoga.example.com.") var origin: String?
}

/// Writes to standard output.
func write(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
