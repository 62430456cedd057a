package import FlowStore

/// The store's record of an SDK key.
///
/// NB: the SDK calls what an app holds an `SDKKey` too, and `FlowStore.SDKKey` would look into the
/// protocol; this is the record's name where both are imported.
package typealias StoredSDKKey = SDKKey
