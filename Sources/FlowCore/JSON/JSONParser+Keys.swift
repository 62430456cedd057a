extension JSONParser {
  /// Throws if an object has a duplicate key.
  ///
  /// Time: linear. A few keys are compared with each other; many go into a hash table with a
  /// per-process random seed, so that keys cannot be crafted to collide.
  @inline(__always)
  mutating func checkKeys(of object: Int) throws(JSONSyntaxError) {
    let members = nodes[object].count
    if members < 2 { return }
    if members <= 16 { try compareKeys(of: object) } else { try hashKeys(of: object, members) }
  }

  private func compareKeys(of object: Int) throws(JSONSyntaxError) {
    var key = Int(nodes[object + 2].next)
    while key < count {
      var earlier = object + 1
      while earlier < key {
        if areEqualKeys(earlier, key) { throw duplicate(key) }
        earlier = Int(nodes[earlier + 1].next)
      }
      key = Int(nodes[key + 1].next)
    }
  }

  @inline(never)
  private mutating func hashKeys(of object: Int, _ members: Int) throws(JSONSyntaxError) {
    var size = 64
    while size < members * 2 { size *= 2 }
    keyTable.removeAll(keepingCapacity: true)
    keyTable.append(contentsOf: repeatElement(0, count: size))
    var key = object + 1
    while key < count {
      var slot = hash(of: key) & (size - 1)
      while keyTable[slot] != 0 {
        if areEqualKeys(Int(keyTable[slot]), key) { throw duplicate(key) }
        slot = (slot + 1) & (size - 1)
      }
      keyTable[slot] = UInt32(truncatingIfNeeded: key)
      key = Int(nodes[key + 1].next)
    }
  }

  private func duplicate(_ key: Int) -> JSONSyntaxError {
    JSONSyntaxError(.duplicateKey, at: nodes[key].offset, in: .key(key))
  }

  @inline(__always)
  private func areEqualKeys(_ left: Int, _ right: Int) -> Bool {
    if (nodes[left].tag | nodes[right].tag) & JSONNode.flag != 0 {
      return unescaped(left) == unescaped(right)
    }
    return nodes[left].length == nodes[right].length
      && JSONBytes.equal(raw(left), raw(right))
  }

  private func hash(of key: Int) -> Int {
    var hasher = Hasher()
    if nodes[key].hasFlag {
      unescaped(key).withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      hasher.combine(bytes: UnsafeRawBufferPointer(raw(key)))
    }
    return hasher.finalize()
  }

  private func unescaped(_ key: Int) -> [UInt8] { JSONEscape.unescaped(raw(key)) }

  /// The bytes of a string between its quotes, as written.
  @inline(__always)
  func raw(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(nodes[index].start), count: Int(nodes[index].length))
  }
}
