// The portal's files, in the program itself: the server stays one file.
#ifndef FLOWMAGIC_PORTAL_H
#define FLOWMAGIC_PORTAL_H

#include <stddef.h>

/// A file as it is served.
struct flowmagic_portal_file {
  /// Such as `portal.3f9c0a41.js`.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
  /// The same, gzipped; as long as `bytes` and the same bytes where that saves nothing.
  const unsigned char *_Nonnull gzipped;
  size_t gzipped_count;
};

/// The number of files: 0 if the program was built before the portal was.
size_t flowmagic_portal_count(void);

/// The file at a place below `flowmagic_portal_count`.
struct flowmagic_portal_file flowmagic_portal_file_at(size_t index);

#endif
