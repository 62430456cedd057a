/// The `Range` of a request (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// The whole file: there is no range, or one that is ignored.
  case whole
  /// A range of bytes.
  case part(Range<Int>)
  /// An unsatisfiable range.
  case unsatisfiable

  /// Parses the header.
  ///
  /// For invalid ranges, other units and lists of ranges the whole file is sent, as the standard
  /// allows: no player requests lists, and many small ranges are a known denial-of-service attack.
  init(_ header: String?, size: Int) {
    guard var header else {
      self = .whole
      return
    }
    self = header.withUTF8 { Self(UnsafeRawBufferPointer($0), size: size) }
  }

  /// Parses the header's bytes.
  init(_ header: UnsafeRawBufferPointer, size: Int) {
    guard let equals = header.firstIndex(of: UInt8(ascii: "=")), Self.isBytes(header[..<equals]),
      !header.contains(UInt8(ascii: ",")),
      let (first, last) = Self.bounds(header[(equals + 1)...])
    else {
      self = .whole
      return
    }
    switch (first, last) {
    case (.some(let first), .some(let last)) where last < first: self = .whole
    case (.some(let first), nil) where first < size: self = .part(first..<size)
    case (.some(let first), .some(let last)) where first < size:
      self = .part(first..<(min(last, size - 1) + 1))
    case (nil, .some(let count)) where count > 0 && size > 0:
      self = .part(max(0, size - count)..<size)
    default: self = .unsatisfiable
    }
  }

  private static func isBytes(_ unit: Slice<UnsafeRawBufferPointer>) -> Bool {
    // NB: setting bit 5 turns only upper-case letters into these lower-case ones.
    unit.elementsEqual("bytes".utf8) { $0 | 0x20 == $1 }
  }

  /// Two numbers around one hyphen, one of which may be missing; nil for anything else.
  ///
  /// Spaces are allowed around numbers, but not in them. Clamps numbers with more digits than the
  /// size of any file.
  private static func bounds(_ text: Slice<UnsafeRawBufferPointer>) -> (Int?, Int?)? {
    var (first, last) = (Int?.none, Int?.none)
    var (isAfterHyphen, isAfterSpace) = (false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        isAfterSpace = true
        continue
      case UInt8(ascii: "-") where !isAfterHyphen: isAfterHyphen = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // A space ends a number.
        guard !isAfterSpace || (isAfterHyphen ? last : first) == nil else { return nil }
        let digit = Int(byte - UInt8(ascii: "0"))
        if isAfterHyphen {
          last = appending(digit, to: last)
        } else {
          first = appending(digit, to: first)
        }
      default: return nil
      }
      isAfterSpace = false
    }
    return isAfterHyphen && (first != nil || last != nil) ? (first, last) : nil
  }

  private static func appending(_ digit: Int, to number: Int?) -> Int {
    let (tenfold, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
    let (sum, isSumTooLarge) = tenfold.addingReportingOverflow(digit)
    return isTooLarge || isSumTooLarge ? Int.max : sum
  }
}
