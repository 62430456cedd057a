// The memory shared with JavaScript, which allocates the arguments of a call, and frees arguments
// and replies.

/// Allocates memory for a call's arguments.
@_expose(wasm, "allocate") @_cdecl("flowcore_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(Int(count), 1), alignment: 8)
}

/// Frees memory returned by `allocate`, or that of a reply.
@_expose(wasm, "deallocate") @_cdecl("flowcore_deallocate")
public func deallocate(_ pointer: UnsafeMutableRawPointer) {
  pointer.deallocate()
}

/// The arguments of a call, one after the other.
///
/// Each is encoded as the number of its bytes in four bytes, little-endian, followed by the bytes.
/// The maximum number represents an omitted argument.
struct Arguments {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ start: UnsafeRawPointer?, _ count: Int32) {
    bytes = UnsafeRawBufferPointer(start: start, count: Int(max(count, 0)))
  }

  /// Returns the next argument; nil if it was omitted or there is none.
  mutating func next() -> [UInt8]? {
    guard offset + 4 <= bytes.count else { return nil }
    let count = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
    offset += 4
    guard count != .max, count <= UInt32(bytes.count - offset) else { return nil }
    let argument = bytes[offset..<(offset + Int(count))]
    offset += Int(count)
    return [UInt8](UnsafeRawBufferPointer(rebasing: argument))
  }

  /// Returns the next argument as JSON; nil if it was omitted.
  mutating func nextJSON() throws(FlowError) -> ParsedJSON? {
    guard let bytes = next() else { return nil }
    return try ParsedJSON(bytes)
  }

  /// Returns the next argument as a JSON object; empty if it was omitted.
  mutating func nextObject() throws(FlowError) -> JSONObject {
    guard let parsed = try nextJSON() else { return JSONObject() }
    try parsed.root.requireObject()
    return parsed.root.value.object ?? JSONObject()
  }

  /// Returns the next argument as a name; nil if it was omitted.
  mutating func nextName() -> Name? {
    next().map { Name(String(decoding: $0, as: UTF8.self)) }
  }
}
