// Creates a square picture in two sizes from an upload, and icons from drawings, with libvips.
#ifndef C_PICTURES_H
#define C_PICTURES_H

#include <stddef.h>
#include <stdint.h>

typedef enum { picture_jpeg, picture_png, picture_webp } picture_format;

typedef enum {
  picture_ok,
  picture_unreadable,
  picture_too_many_pixels,
  picture_too_small,
  picture_bad_crop,
  picture_unavailable // the library cannot be initialized
} picture_result;

typedef struct {
  int x, y, side; // in pixels of the upright picture; side 0: the largest centered square
} picture_crop;

typedef struct {
  int width, height; // of the upright picture, also if it is too large
  int64_t maximum_pixels; // the limit for the size of its decoded pixels
  void *large, *small; // WebP, free it with picture_free
  size_t large_size, small_size;
} picture_output;

// Initializes the library; returns 0 on success. Can be called repeatedly.
int picture_start(void);

// The limit `maximum_pixels` is for decoded pixels of up to 4 bytes, as in 8-bit RGBA; with more
// bytes for each pixel, fewer are allowed.
picture_result picture_make(const void *bytes, size_t size, picture_format format,
                            int64_t maximum_pixels, int minimum_side, picture_crop crop,
                            int large_side, int small_side, picture_output *output);

// Renders a square drawing of the app's own, as PNG, which picture_free frees.
// NB: never for uploads, because the loader is not hardened against hostile files.
picture_result picture_of_drawing(const void *svg, size_t size, int side, void **png,
                                  size_t *png_size);

void picture_free(void *bytes);

#endif
