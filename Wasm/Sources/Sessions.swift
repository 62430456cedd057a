// One user's progress through a release.

/// Starts a flow.
///
/// Arguments: flow (optional), context. Result: the session's handle and the first transition.
@_expose(wasm, "startSession") @_cdecl("flowcore_startSession")
public func startSession(
  _ release: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard let release = releases[release] else { return .noRelease }
    var arguments = Arguments(start, count)
    let flow = arguments.nextName()
    let context = try arguments.nextObject()
    let (session, transition) = Session.start(flow, in: release, context: context)
    return .session(session, transition)
  }
}

/// Opens a step directly.
///
/// Arguments: step, flow (optional), outputs, context. Result: as for `startSession`.
@_expose(wasm, "openSession") @_cdecl("flowcore_openSession")
public func openSession(
  _ release: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard let release = releases[release] else { return .noRelease }
    var arguments = Arguments(start, count)
    let step = arguments.nextName() ?? ""
    let flow = arguments.nextName()
    let outputs = try arguments.nextObject()
    let context = try arguments.nextObject()
    let (session, transition) = Session.open(
      step, of: flow, in: release, outputs: outputs, context: context)
    return .session(session, transition)
  }
}

/// Restores a saved session.
///
/// Arguments: the saved session, context. Result: the session's handle.
@_expose(wasm, "restoreSession") @_cdecl("flowcore_restoreSession")
public func restoreSession(
  _ release: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    guard let release = releases[release] else { return .noRelease }
    var arguments = Arguments(start, count)
    let saved = try ParsedJSON(arguments.next() ?? []).root.value
    let context = try arguments.nextObject()
    let session = try Session(restoring: saved, in: release, context: context)
    return .value(["session": .number(JSONNumber(Int(sessions.add(session))))])
  }
}

/// Leaves the current step through a port.
///
/// Arguments: port, output (optional). Result: the transition.
@_expose(wasm, "fire") @_cdecl("flowcore_fire")
public func fire(
  _ session: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let port = arguments.nextName() ?? ""
    let output = try arguments.nextJSON()?.root.value
    guard let transition = sessions[session]?.fire(port, output: output) else { return .noSession }
    return .value(transition.json)
  }
}

/// Goes back to the previous step.
///
/// Result: the transition.
@_expose(wasm, "back") @_cdecl("flowcore_back")
public func back(_ session: Int32) -> UnsafeMutableRawPointer {
  guard let transition = sessions[session]?.back() else { return Reply.noSession.pointer }
  return Reply.value(transition.json).pointer
}

/// Changes the user's attributes.
///
/// Arguments: the new context. Result: null.
@_expose(wasm, "setContext") @_cdecl("flowcore_setContext")
public func setContext(
  _ session: Int32, _ start: UnsafeRawPointer?, _ count: Int32
) -> UnsafeMutableRawPointer {
  Reply.answer { () throws(FlowError) in
    var arguments = Arguments(start, count)
    let context = try arguments.nextObject()
    guard sessions[session] != nil else { return .noSession }
    sessions[session]?.context = context
    return .value(.null)
  }
}

/// Adopts a new release.
///
/// Result: null if the session moved to the release, otherwise the reason why it stayed.
@_expose(wasm, "adopt") @_cdecl("flowcore_adopt")
public func adopt(_ session: Int32, _ release: Int32) -> UnsafeMutableRawPointer {
  guard let release = releases[release] else { return Reply.noRelease.pointer }
  switch sessions[session]?.adopt(release) {
  case nil: return Reply.noSession.pointer
  case .moved: return Reply.value(.null).pointer
  case .stayed(let reason): return Reply.value(reason.json).pointer
  }
}

/// Saves a session.
///
/// Result: what `restoreSession` reads.
@_expose(wasm, "save") @_cdecl("flowcore_save")
public func save(_ session: Int32) -> UnsafeMutableRawPointer {
  guard let session = sessions[session] else { return Reply.noSession.pointer }
  return Reply.value(session.saved()).pointer
}

/// Describes a session.
///
/// Result: everything that can be read from it.
@_expose(wasm, "describe") @_cdecl("flowcore_describe")
public func describe(_ session: Int32) -> UnsafeMutableRawPointer {
  guard let session = sessions[session] else { return Reply.noSession.pointer }
  return Reply.value(session.description).pointer
}

/// Releases the handle of a session.
@_expose(wasm, "dropSession") @_cdecl("flowcore_dropSession")
public func dropSession(_ handle: Int32) {
  sessions[handle] = nil
}

extension Reply {
  static var noSession: Reply { .misuse("This session was disposed of.") }
  static var noRelease: Reply { .misuse("This release was disposed of.") }

  static func session(_ session: Session, _ transition: SessionTransition) -> Reply {
    .value([
      "session": .number(JSONNumber(Int(sessions.add(session)))), "transition": transition.json,
    ])
  }
}

extension Session {
  fileprivate var description: JSON {
    var enteredValues = JSONObject()
    for entry in self.enteredValues { enteredValues[entry.key] = entry.value }
    return [
      "status": status.json, "path": .array(path.map { $0.json }),
      "ports": .array(ports.map { .string($0.string) }), "content": content,
      "outputs": .object(outputs), "enteredValues": .object(enteredValues),
      "release": release.number.map { .number(JSONNumber($0)) } ?? .null,
    ]
  }
}

extension Session.Status {
  fileprivate var json: JSON {
    switch self {
    case .active: "active"
    case .finished(let outcome): ["finished": .string(outcome.string)]
    case .failed(let error): ["failed": error.json]
    }
  }
}
