"""Pictures that tests send."""

import struct
import zlib


def encode_png(rows, text=None):
    """A PNG image of rows of RGB pixels; `text` is a keyword and its text for the metadata."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    # Each row begins with its filter; 0 is none.
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    metadata = chunk(b"tEXt", b"\0".join(text)) if text else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + metadata + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))
