#include "cfetch.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { CONNECT_MILLISECONDS = 10000, HEADER_BYTES = 64 * 1024 };

struct cfetch {
  CURL *curl;
  struct curl_slist *headers;
  struct curl_slist *pins;
  char *address;
  unsigned char *body;
  size_t length;
  size_t capacity;
  size_t max_bytes;
  size_t header_bytes;
  bool is_too_long;
  bool is_unexpected_address;
  int problem;
};

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;

static void start_curl(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t on_body(char *data, size_t size, size_t count, void *context) {
  cfetch *fetch = context;
  size_t bytes = size * count;
  if (bytes > fetch->max_bytes - fetch->length) {
    fetch->is_too_long = true;
    return 0;
  }
  if (fetch->length + bytes > fetch->capacity) {
    size_t capacity = fetch->capacity ? fetch->capacity : 65536;
    while (capacity < fetch->length + bytes) capacity *= 2;
    unsigned char *resized_body = realloc(fetch->body, capacity);
    if (!resized_body) return 0;
    fetch->body = resized_body;
    fetch->capacity = capacity;
  }
  memcpy(fetch->body + fetch->length, data, bytes);
  fetch->length += bytes;
  return bytes;
}

// Limits the size of all headers of the response.
static size_t on_header(char *data, size_t size, size_t count, void *context) {
  (void)data;
  cfetch *fetch = context;
  fetch->header_bytes += size * count;
  if (fetch->header_bytes <= HEADER_BYTES) return size * count;
  fetch->is_too_long = true;
  return 0;
}

// The last check before connecting: whatever name, alternative service or proxy led here, the
// socket is only opened to the checked address.
static curl_socket_t on_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
  (void)purpose;
  cfetch *fetch = context;
  char text[INET6_ADDRSTRLEN] = "";
  if (to->family == AF_INET) {
    inet_ntop(AF_INET, &((struct sockaddr_in *)&to->addr)->sin_addr, text, sizeof text);
  } else if (to->family == AF_INET6) {
    inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&to->addr)->sin6_addr, text, sizeof text);
  }
  if (strcmp(text, fetch->address) != 0) {
    fetch->is_unexpected_address = true;
    return CURL_SOCKET_BAD;
  }
  return socket(to->family, to->socktype, to->protocol);
}

cfetch *cfetch_new(
    const char *url, bool allows_http, const char *address, const char *pin, size_t max_bytes,
    long milliseconds) {
  pthread_once(&curl_once, start_curl);
  cfetch *fetch = calloc(1, sizeof *fetch);
  if (!fetch) return NULL;
  CURL *curl = fetch->curl = curl_easy_init();
  fetch->max_bytes = max_bytes;
  fetch->address = strdup(address);
  fetch->pins = curl_slist_append(NULL, pin);
  if (!curl || !fetch->address || !fetch->pins ||
      curl_easy_setopt(curl, CURLOPT_URL, url) != CURLE_OK ||
      curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, allows_http ? "http,https" : "https") !=
          CURLE_OK) {
    cfetch_free(fetch);
    return NULL;
  }
  long connect_timeout = milliseconds < CONNECT_MILLISECONDS ? milliseconds : CONNECT_MILLISECONDS;
  curl_easy_setopt(curl, CURLOPT_RESOLVE, fetch->pins);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, on_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, fetch);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);  // each redirect is validated in Swift first
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);  // signals are not thread-safe
  curl_easy_setopt(curl, CURLOPT_PROXY, "");     // ignores the environment
  curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");  // all encodings that libcurl supports
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, fetch);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, fetch);
  return fetch;
}

void cfetch_free(cfetch *fetch) {
  if (!fetch) return;
  if (fetch->curl) curl_easy_cleanup(fetch->curl);
  curl_slist_free_all(fetch->headers);
  curl_slist_free_all(fetch->pins);
  free(fetch->address);
  free(fetch->body);
  free(fetch);
}

bool cfetch_trust(cfetch *fetch, const char *file) {
  return curl_easy_setopt(fetch->curl, CURLOPT_CAINFO, file) == CURLE_OK &&
         curl_easy_setopt(fetch->curl, CURLOPT_CAPATH, NULL) == CURLE_OK;
}

bool cfetch_header(cfetch *fetch, const char *line) {
  struct curl_slist *headers = curl_slist_append(fetch->headers, line);
  if (headers) fetch->headers = headers;
  return headers != NULL;
}

bool cfetch_post(cfetch *fetch, const unsigned char *bytes, size_t length) {
  CURL *curl = fetch->curl;
  return curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) == CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes) == CURLE_OK &&
         cfetch_header(fetch, "Expect:");  // no waiting for "100 Continue"
}

enum cfetch_outcome cfetch_perform(cfetch *fetch) {
  CURLcode code = curl_easy_setopt(fetch->curl, CURLOPT_HTTPHEADER, fetch->headers);
  if (code == CURLE_OK) code = curl_easy_perform(fetch->curl);
  fetch->problem = (int)code;
  if (code == CURLE_OK) return CFETCH_OK;
  if (fetch->is_unexpected_address) return CFETCH_UNEXPECTED_ADDRESS;
  if (fetch->is_too_long) return CFETCH_TOO_LONG;
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return CFETCH_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR: return CFETCH_UNTRUSTED;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_RECV_ERROR: return CFETCH_NO_CONNECTION;
    default: return CFETCH_FAILED;
  }
}

int cfetch_status(const cfetch *fetch) {
  long status = 0;
  curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE, &status);
  return (int)status;
}

const char *cfetch_field(cfetch *fetch, const char *name) {
  struct curl_header *header = NULL;
  size_t index = 0;
  // -1 is the last response: an informational one may precede it.
  if (curl_easy_header(fetch->curl, name, index, CURLH_HEADER, -1, &header) != CURLHE_OK) {
    return NULL;
  }
  return header->value;
}

const unsigned char *cfetch_body(const cfetch *fetch, size_t *length) {
  *length = fetch->length;
  return fetch->body;
}

int cfetch_problem(const cfetch *fetch) { return fetch->problem; }
