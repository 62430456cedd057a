// The portal's files, embedded in the program, so that the server is a single file.
#ifndef FLOWMAGIC_PORTAL_H
#define FLOWMAGIC_PORTAL_H

#include <stddef.h>

/// A file with the bytes to serve.
struct flowmagic_portal_file {
  /// The name, such as `portal.3f9c0a41.js`.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
  /// The gzipped bytes; identical to `bytes` if compression does not make them smaller.
  const unsigned char *_Nonnull gzipped;
  size_t gzipped_count;
};

/// The number of files; 0 if the program was built without the portal.
size_t flowmagic_portal_count(void);

/// The file at an index below `flowmagic_portal_count`.
struct flowmagic_portal_file flowmagic_portal_file_at(size_t index);

#endif
