// A memory allocator for Swift's objects, with a fifth of the code of wasi-libc's.
//
// Memory is a sequence of blocks, followed by unused memory. Adjacent free blocks are merged. Free
// blocks are in lists by size class, four for each power of two, and any block of a list is large
// enough for a request of that list: allocating and freeing take constant time.
#include <stddef.h>
#include <stdint.h>

// A block starts 8 bytes before a multiple of 16: the data after its header is aligned for all
// types.
enum { unit = 16, header = 8, page = 65536, maxPages = 65535 };
// The results of `posix_memalign`: EINVAL and ENOMEM on Linux.
enum { badAlignment = 22, noMemory = 12 };
enum { listCount = 4 * 29 };

typedef struct Block {
  uint32_t size;             // of the block, in bytes; odd while it is free
  uint32_t sizeBefore;       // of the block before it, never odd; 0 for the first
  struct Block *next, *previous; // in its list, while it is free
} Block;

// The end of data and stack, defined by the linker.
extern unsigned char __heap_base;

static Block *freeLists[listCount];
// Where unused memory starts, and where it ends.
static uintptr_t unused, end;
static uint32_t sizeBeforeUnused;

static Block *at(Block *block, uint32_t offset) { return (Block *)((uintptr_t)block + offset); }

// The granularity of a size class in units, as a shift: requests of that class are rounded up to
// multiples of it.
static uint32_t stepShift(uint32_t units) { return units < 8 ? 0 : 29 - __builtin_clz(units); }

static Block **listOf(uint32_t size) {
  uint32_t shift = stepShift(size / unit);
  return &freeLists[shift * 4 + (size / unit >> shift)];
}

static void removeFromList(Block *block) {
  block->size -= 1;
  *(block->previous ? &block->previous->next : listOf(block->size)) = block->next;
  if (block->next) block->next->previous = block->previous;
}

static void insertIntoList(Block *block) {
  at(block, block->size)->sizeBefore = block->size;
  Block **list = listOf(block->size);
  block->next = *list;
  block->previous = NULL;
  if (block->next) block->next->previous = block;
  *list = block;
  block->size += 1;
}

// Returns a new block at the start of unused memory, which grows if necessary; null if it cannot.
static Block *takeUnused(uint32_t size) {
  if (end == 0) {
    unused = ((uintptr_t)&__heap_base + unit - 1) / unit * unit + unit - header;
    end = __builtin_wasm_memory_size(0) * page;
  }
  if (unused > end || end - unused < size) {
    uint32_t pages = (unused + size - end + page - 1) / page;
    // NB: the last page is never used, because the address after it would be zero.
    if (pages > maxPages - end / page) return NULL;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    end += pages * page;
  }
  Block *block = (Block *)unused;
  block->size = size;
  block->sizeBefore = sizeBeforeUnused;
  sizeBeforeUnused = size;
  unused += size;
  return block;
}

void *malloc(size_t wanted) {
  if (wanted > UINT32_MAX / 4) return NULL;
  uint32_t units = (wanted + header + unit - 1) / unit;
  uint32_t shift = stepShift(units);
  uint32_t size = ((units + (1u << shift) - 1) >> shift << shift) * unit;
  for (Block **list = listOf(size); list < freeLists + listCount; list++) {
    Block *block = *list;
    if (!block) continue;
    removeFromList(block);
    uint32_t rest = block->size - size;
    if (rest > 0) {
      block->size = size;
      Block *other = at(block, size);
      other->size = rest;
      other->sizeBefore = size;
      insertIntoList(other);
    }
    return at(block, header);
  }
  Block *block = takeUnused(size);
  return block ? at(block, header) : NULL;
}

void free(void *pointer) {
  if (!pointer) return;
  Block *block = at(pointer, -header);
  Block *next = at(block, block->size);
  if ((uintptr_t)next < unused && next->size % 2 == 1) {
    removeFromList(next);
    block->size += next->size;
  }
  Block *before = at(block, -block->sizeBefore);
  if (block->sizeBefore > 0 && before->size % 2 == 1) {
    removeFromList(before);
    before->size += block->size;
    block = before;
  }
  if ((uintptr_t)at(block, block->size) == unused) {
    unused = (uintptr_t)block;
    sizeBeforeUnused = block->sizeBefore;
  } else {
    insertIntoList(block);
  }
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment > unit) return badAlignment;
  *pointer = malloc(size);
  return *pointer ? 0 : noMemory;
}
