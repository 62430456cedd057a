import FlowCore

/// A random tree with unusual strings, numbers and keys.
func randomJSON(_ random: inout SeededRandom, depth: Int) -> JSON {
  switch random.next() % (depth > 0 ? 9 : 5) {
  case 0: return .null
  case 1: return .bool(random.next() & 1 == 0)
  case 2: return .number(JSONNumber(Int(truncatingIfNeeded: random.next() >> (random.next() % 64))))
  case 3: return JSON(Double(bitPattern: random.next()))
  case 4: return .string(randomString(&random))
  case 5, 6:
    return .array((0..<random.next() % 6).map { _ in randomJSON(&random, depth: depth - 1) })
  default:
    var object = JSONObject()
    for _ in 0..<random.next() % (random.next() % 16 == 0 ? 40 : 6) {
      object[Name(randomString(&random))] = randomJSON(&random, depth: depth - 1)
    }
    return .object(object)
  }
}

/// A random string of zero to nineteen characters, some of which must be escaped.
func randomString(_ random: inout SeededRandom) -> String {
  let awkward: [Unicode.Scalar] = [
    "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{301}", "€", "😀", "~", "\u{FFFF}",
  ]
  var text = ""
  for _ in 0..<random.next() % 20 {
    if random.next() % 4 == 0 {
      text.unicodeScalars.append(awkward[Int(random.next() % UInt64(awkward.count))])
    } else {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(0x61 + random.next() % 26)))
    }
  }
  return text
}
