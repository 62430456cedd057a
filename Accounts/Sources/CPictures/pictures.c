#include "CPictures.h"

#include <pthread.h>
#include <string.h>
#include <vips/vips.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int started = -1;

static void ignore(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {}

static void start(void) {
  started = VIPS_INIT("pictures");
  if (started != 0) return;
  // Errors of an upload are only returned; if they were logged, uploads could fill the service's
  // log.
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO, ignore,
                    NULL);
  // Blocks loaders that are not hardened against hostile files, whatever the bytes are.
  vips_block_untrusted_set(TRUE);
  vips_cache_set_max(0); // uploads are never repeated, so a cache is no use
  vips_concurrency_set(1); // uploads run in parallel, each on a thread of the caller
}

int picture_start(void) {
  pthread_once(&once, start);
  return started;
}

void picture_free(void *bytes) { g_free(bytes); }

// Opens a picture, reading only its header. `shrink` 2, 4 or 8 decodes fewer pixels.
static int open_picture(const void *bytes, size_t size, picture_format format, int shrink,
                        VipsImage **image) {
  void *data = (void *)bytes; // libvips reads it only
  switch (format) {
  case picture_jpeg:
    return vips_jpegload_buffer(data, size, image, "shrink", shrink, "fail_on",
                                VIPS_FAIL_ON_TRUNCATED, NULL);
  case picture_png:
    return vips_pngload_buffer(data, size, image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  case picture_webp:
    return vips_webpload_buffer(data, size, image, "scale", 1.0 / shrink, "fail_on",
                                VIPS_FAIL_ON_TRUNCATED, NULL);
  }
  return -1;
}

// Replaces `*image` with the result of an operation.
static int replace(VipsImage **image, VipsImage *result) {
  g_object_unref(*image);
  *image = result;
  return 0;
}

// Rotates the picture upright, and converts it to sRGB with three bands of 8 bits, with white
// instead of transparency.
static int normalize(VipsImage **image) {
  VipsImage *next;
  if (vips_image_get_typeof(*image, VIPS_META_ICC_NAME) &&
      vips_icc_transform(*image, &next, "srgb", "embedded", TRUE, NULL) == 0)
    replace(image, next); // a picture with a broken profile is still accepted
  vips_error_clear();
  if (vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL)) return -1;
  replace(image, next);
  if (vips_image_hasalpha(*image)) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    int failed = vips_flatten(*image, &next, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    if (failed) return -1;
    replace(image, next);
  }
  if (vips_cast_uchar(*image, &next, NULL)) return -1;
  return replace(image, next);
}

// Copies only the pixels of a picture.
// NB: the option `strip` of libvips 8.14 keeps Exif, and with it the location, in WebP files.
static VipsImage *pixels_of(VipsImage *image) {
  size_t size;
  void *pixels = vips_image_write_to_memory(image, &size);
  if (!pixels) return NULL;
  VipsImage *plain = vips_image_new_from_memory_copy(
      pixels, size, vips_image_get_width(image), vips_image_get_height(image),
      vips_image_get_bands(image), VIPS_FORMAT_UCHAR);
  g_free(pixels);
  if (plain) plain->Type = VIPS_INTERPRETATION_sRGB;
  return plain;
}

static int save(VipsImage *image, int side, void **bytes, size_t *size) {
  VipsImage *scaled = NULL, *plain = NULL;
  if (vips_thumbnail_image(image, &scaled, side, "height", side, "size", VIPS_SIZE_FORCE, NULL))
    return -1;
  plain = pixels_of(scaled);
  g_object_unref(scaled);
  if (!plain) return -1;
  int failed = vips_webpsave_buffer(plain, bytes, size, "Q", 84, "strip", TRUE, NULL);
  g_object_unref(plain);
  return failed;
}

// Crops the square and encodes it; `image` is opened, but not decoded yet.
static picture_result finish(VipsImage **image, picture_crop crop, int large_side, int small_side,
                             picture_output *output) {
  VipsImage *next;
  // Only one full copy is in memory: rotating reads columns, which a decoder cannot stream.
  if (!(next = vips_image_copy_memory(*image))) return picture_unreadable;
  replace(image, next);
  if (vips_autorot(*image, &next, NULL)) return picture_unreadable;
  replace(image, next);
  int width = vips_image_get_width(*image), height = vips_image_get_height(*image);
  int side = VIPS_MIN(crop.side, VIPS_MIN(width, height));
  int x = VIPS_CLIP(0, crop.x, width - side), y = VIPS_CLIP(0, crop.y, height - side);
  if (vips_extract_area(*image, &next, x, y, side, side, NULL)) return picture_unreadable;
  replace(image, next);
  if (normalize(image)) return picture_unreadable;
  if (save(*image, large_side, &output->large, &output->large_size) ||
      save(*image, small_side, &output->small, &output->small_size))
    return picture_unreadable;
  return picture_ok;
}

picture_result picture_make(const void *bytes, size_t size, picture_format format,
                            int64_t maximum_pixels, int minimum_side, picture_crop crop,
                            int large_side, int small_side, picture_output *output) {
  memset(output, 0, sizeof *output);
  if (picture_start() != 0) return picture_unavailable;
  VipsImage *image = NULL;
  if (open_picture(bytes, size, format, 1, &image)) {
    vips_error_clear();
    return picture_unreadable;
  }
  int is_sideways = vips_image_get_orientation_swap(image);
  int width = vips_image_get_width(image), height = vips_image_get_height(image);
  output->width = is_sideways ? height : width;
  output->height = is_sideways ? width : height;
  int64_t pixel_bytes = VIPS_IMAGE_SIZEOF_PEL(image);
  output->maximum_pixels =
      pixel_bytes > 4 ? maximum_pixels / pixel_bytes * 4 : maximum_pixels;
  g_object_unref(image);
  if ((int64_t)width * height > output->maximum_pixels) return picture_too_many_pixels;
  int shorter = VIPS_MIN(width, height);
  if (shorter < minimum_side) return picture_too_small;
  if (crop.side == 0) {
    crop = (picture_crop){(output->width - shorter) / 2, (output->height - shorter) / 2, shorter};
  } else if (crop.side < minimum_side || crop.x < 0 || crop.y < 0 ||
             crop.side > shorter || crop.x > output->width - crop.side ||
             crop.y > output->height - crop.side) {
    return picture_bad_crop;
  }
  int shrink = 1;
  while (format != picture_png && shrink < 8 && crop.side / (shrink * 2) >= large_side) shrink *= 2;
  crop = (picture_crop){crop.x / shrink, crop.y / shrink, crop.side / shrink};

  picture_result result = picture_unreadable;
  image = NULL;
  if (open_picture(bytes, size, format, shrink, &image) == 0)
    result = finish(&image, crop, large_side, small_side, output);
  if (image) g_object_unref(image);
  vips_error_clear();
  vips_thread_shutdown();
  if (result != picture_ok) {
    picture_free(output->large);
    picture_free(output->small);
    output->large = output->small = NULL;
  }
  return result;
}

picture_result picture_of_drawing(const void *svg, size_t size, int side, void **png,
                                  size_t *png_size) {
  *png = NULL;
  *png_size = 0;
  if (picture_start() != 0) return picture_unavailable;
  static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;
  VipsImage *image = NULL, *scaled = NULL;
  picture_result result = picture_unreadable;
  pthread_mutex_lock(&drawing);
  // NB: uploads cannot use this loader meanwhile, because theirs are chosen by name.
  vips_operation_block_set("VipsForeignLoadSvg", FALSE);
  int failed = vips_svgload_buffer((void *)svg, size, &image, NULL);
  double scale = failed ? 1 : (double)side / vips_image_get_width(image);
  if (image) g_object_unref(image);
  if (!failed && vips_svgload_buffer((void *)svg, size, &image, "scale", scale, NULL) == 0) {
    if (vips_thumbnail_image(image, &scaled, side, "height", side, "size", VIPS_SIZE_FORCE,
                             NULL) == 0 &&
        vips_pngsave_buffer(scaled, png, png_size, "strip", TRUE, NULL) == 0)
      result = picture_ok;
    g_object_unref(image);
  }
  if (scaled) g_object_unref(scaled);
  vips_operation_block_set("VipsForeignLoadSvg", TRUE);
  pthread_mutex_unlock(&drawing);
  vips_error_clear();
  vips_thread_shutdown();
  return result;
}
