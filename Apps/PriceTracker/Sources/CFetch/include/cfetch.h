#ifndef CFETCH_H
#define CFETCH_H

#include <stdbool.h>
#include <stddef.h>

/// One request with libcurl, whose option setter is variadic and therefore not callable from Swift.
/// Swift code validates a request before it creates one.
///
/// A function that returns `bool` returns false when out of memory. Every text is copied.
typedef struct cfetch cfetch;

/// The outcome of a request.
enum cfetch_outcome {
  /// A response was received.
  CFETCH_OK = 0,
  /// No server responds, or the connection was lost.
  CFETCH_NO_CONNECTION,
  /// The request timed out.
  CFETCH_TIMED_OUT,
  /// The decompressed body exceeds the limit, or the header 64 KiB.
  CFETCH_TOO_LONG,
  /// The server's certificate is not trusted or belongs to another server, or the TLS handshake
  /// failed.
  CFETCH_UNTRUSTED,
  /// libcurl tried to connect to an address other than the checked one.
  CFETCH_UNEXPECTED_ADDRESS,
  /// Another error; `cfetch_problem` is libcurl's code.
  CFETCH_FAILED,
};

/// Creates a GET request to a single address; null when out of memory.
///
/// - `url`: `https://host:port/path`; with `allows_http` also `http://`.
/// - `address`: the numeric address to connect to, whatever the name resolves to.
/// - `pin`: `host:port:address`, with an IPv6 address in brackets.
/// - `max_bytes`: the maximum number of bytes of the response's body, decompressed.
/// - `milliseconds`: the timeout of the whole request.
cfetch *cfetch_new(
    const char *url, bool allows_http, const char *address, const char *pin, size_t max_bytes,
    long milliseconds);

/// Frees the request and closes its connection.
void cfetch_free(cfetch *fetch);

/// Trusts only the certificates in this file instead of the system's.
bool cfetch_trust(cfetch *fetch, const char *file);

/// Adds a header field to the request.
bool cfetch_header(cfetch *fetch, const char *line);

/// Makes it a POST request with a copy of these bytes.
bool cfetch_post(cfetch *fetch, const unsigned char *bytes, size_t length);

/// Sends the request and receives its response; blocks the thread meanwhile.
enum cfetch_outcome cfetch_perform(cfetch *fetch);

/// The response's status.
int cfetch_status(const cfetch *fetch);

/// The first field with this name in the last response's header, or null.
const char *cfetch_field(cfetch *fetch, const char *name);

/// The response's body, decompressed; valid until `cfetch_free`.
const unsigned char *cfetch_body(const cfetch *fetch, size_t *length);

/// libcurl's error code, or 0.
int cfetch_problem(const cfetch *fetch);

#endif
