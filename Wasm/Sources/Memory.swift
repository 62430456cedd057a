// The memory that both sides share: the caller allocates, the last reader frees.

/// Memory for a call's arguments.
@_expose(wasm, "allocate") @_cdecl("flowcore_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(Int(count), 1), alignment: 8)
}

/// Gives back what `allocate` or a reply took.
@_expose(wasm, "deallocate") @_cdecl("flowcore_deallocate")
public func deallocate(_ pointer: UnsafeMutableRawPointer) {
  pointer.deallocate()
}

/// The texts that a call came with, one after the other.
///
/// Each is the number of its bytes in four bytes, lowest first, then the bytes. The largest number
/// stands for an argument that was left out.
struct Arguments {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ start: UnsafeRawPointer?, _ count: Int32) {
    bytes = UnsafeRawBufferPointer(start: start, count: Int(max(count, 0)))
  }

  /// The next text; nil if it was left out.
  mutating func next() -> [UInt8]? {
    guard offset + 4 <= bytes.count else { return nil }
    let count = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
    offset += 4
    guard count != .max, count <= UInt32(bytes.count - offset) else { return nil }
    let text = bytes[offset..<(offset + Int(count))]
    offset += Int(count)
    return [UInt8](UnsafeRawBufferPointer(rebasing: text))
  }

  /// The next text as JSON; nil if it was left out.
  mutating func json() throws(FlowError) -> ParsedJSON? {
    guard let text = next() else { return nil }
    return try ParsedJSON(text)
  }

  /// The next text as a JSON object; empty if it was left out.
  mutating func object() throws(FlowError) -> JSONObject {
    guard let parsed = try json() else { return JSONObject() }
    try parsed.root.requireObject()
    return parsed.root.value.object ?? JSONObject()
  }

  /// The next text as it is; nil if it was left out.
  mutating func name() -> Name? {
    next().map { Name(String(decoding: $0, as: UTF8.self)) }
  }
}
