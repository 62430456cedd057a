#include "portal.h"

// `scripts/portal` generates portal-files.inc, which is not in git: the path of a file with all
// contents, and a line with the position of each file in it.
#if __has_include("portal-files.inc")

#define PORTAL_PATH
#include "portal-files.inc"
#undef PORTAL_PATH

#ifdef __APPLE__
#define SECTION ".section __TEXT,__const\n"
#define SYMBOL(name) "_" name
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(name) name
#endif

__asm__(SECTION ".balign 16\n.globl " SYMBOL("flowmagic_portal_bytes") "\n" SYMBOL(
    "flowmagic_portal_bytes") ":\n.incbin \"" PORTAL_BYTES "\"\n.byte 0\n"
#ifndef __APPLE__
                              ".text\n"
#else
                              ".section __TEXT,__text\n"
#endif
);
extern const unsigned char flowmagic_portal_bytes[];

static const struct {
  const char *name;
  size_t start, count, gzipped_start, gzipped_count;
} files[] = {
#define PORTAL_FILE(name, start, count, gzipped_start, gzipped_count)                              \
  {name, start, count, gzipped_start, gzipped_count},
#include "portal-files.inc"
#undef PORTAL_FILE
};

size_t flowmagic_portal_count(void) { return sizeof files / sizeof files[0]; }

struct flowmagic_portal_file flowmagic_portal_file_at(size_t index) {
  return (struct flowmagic_portal_file){
      .name = files[index].name,
      .bytes = flowmagic_portal_bytes + files[index].start,
      .count = files[index].count,
      .gzipped = flowmagic_portal_bytes + files[index].gzipped_start,
      .gzipped_count = files[index].gzipped_count,
  };
}

#else

size_t flowmagic_portal_count(void) { return 0; }

struct flowmagic_portal_file flowmagic_portal_file_at(size_t index) {
  (void)index;
  return (struct flowmagic_portal_file){"", (const unsigned char *)"", 0,
                                        (const unsigned char *)"", 0};
}

#endif
