// Importing `FlowMagic` also imports the engine's types: `JSON`, `Flow`, `Manifest`, … and those of
// drawn screens: `ResolvedScreen`, `ResolvedBlock`, …
//
// NB: none of them has the name of a type of Foundation, SwiftUI or UIKit, which an app's files
// import too; `scripts/check adapters` compiles such a file.
@_exported public import FlowBlocks
@_exported public import FlowCore
