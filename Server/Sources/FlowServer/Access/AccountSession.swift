package import Accounts

/// The session of a signed-in user.
///
/// NB: the engine has a `Session` too, and the module `Accounts` contains a type of the same name,
/// which hides the module. This file imports nothing else, so that the name is unambiguous here.
package typealias AccountSession = Session
