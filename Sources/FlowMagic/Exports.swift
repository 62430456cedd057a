// Importing `FlowMagic` also imports the engine's types: `JSON`, `Flow`, `Manifest`, …
//
// NB: `Step` is then the SDK's protocol; the engine's struct is `FlowCore.Step`. A file that
// imports both modules has to qualify it.
@_exported public import FlowCore
