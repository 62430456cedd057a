package import Accounts

/// The session of a signed-in user.
///
/// In files that also import the engine, `Session` alone is ambiguous, because the engine has a
/// type of this name.
package typealias AccountSession = Session
