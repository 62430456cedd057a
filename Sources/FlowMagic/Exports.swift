// An app imports `FlowMagic` and has the engine's words with it: `JSON`, `Flow`, `Manifest`, …
//
// NB: `Step` is then the SDK's protocol; the engine's struct is `FlowCore.Step`. A file that
// imports both modules by name has to say which one it means.
@_exported public import FlowCore
