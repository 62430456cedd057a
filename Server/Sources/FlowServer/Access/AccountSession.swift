package import Accounts

/// The session of a signed-in user.
///
/// NB: the engine has a `Session` too, and the module `Accounts` a type of its own name, which
/// hides the module: this file imports nothing else, so here the name means one thing.
package typealias AccountSession = Session
