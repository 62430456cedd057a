#include "cmail.h"

#include <ctype.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CONNECT_MILLISECONDS = 20000, REPLY_BYTES = 512 };

struct cmail {
  CURL *curl;
  struct curl_slist *headers;
  struct curl_slist *recipients;
  curl_mime *mime;
  curl_mime *alternatives;
  atomic_llong stop_at;  // 0 until a stop is requested
  enum cmail_stage stage;
  bool is_over;
  int problem;
  int reply_code;
  int line_code;       // of the reply that is being read, 0 between replies
  size_t reply_length;
  char reply[REPLY_BYTES];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start_curl(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000 + 1;
}

// libcurl asks about once a second whether to continue.
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
  (void)a, (void)b, (void)c, (void)d;
  cmail *mail = context;
  long long stop_at = atomic_load(&mail->stop_at);
  return stop_at != 0 && now() >= stop_at;
}

// Only the verb is examined: the rest may be a password.
static void record_command(cmail *mail, const char *data, size_t length) {
  // The reply to QUIT is ignored.
  if (length > 4 && memcmp(data, "QUIT", 4) == 0) mail->is_over = true;
  static const struct {
    const char *verb;
    enum cmail_stage stage;
  } verbs[] = {
      {"EHLO", CMAIL_HELLO},  {"HELO", CMAIL_HELLO},     {"STARTTLS", CMAIL_STARTTLS},
      {"AUTH", CMAIL_LOGIN},  {"MAIL", CMAIL_SENDER},    {"RCPT", CMAIL_RECIPIENT},
      {"DATA", CMAIL_DATA},
  };
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
    size_t n = strlen(verbs[i].verb);
    // NB: a response in a login dialog is base64, and four of its letters could be a verb; they
    // would decode to bytes that are not text, so no name or password is ever encoded like that.
    if (length > n && memcmp(data, verbs[i].verb, n) == 0 && isspace((unsigned char)data[n])) {
      mail->stage = verbs[i].stage;
      return;
    }
  }
}

// Keeps the text of the last negative reply; a later positive one clears it.
static void record_reply(cmail *mail, const char *data, size_t length) {
  while (length > 0 && (data[length - 1] == '\r' || data[length - 1] == '\n')) length--;
  if (mail->is_over || length < 3) return;
  for (int i = 0; i < 3; i++) {
    if (!isdigit((unsigned char)data[i])) return;
  }
  int code = (data[0] - '0') * 100 + (data[1] - '0') * 10 + (data[2] - '0');
  if (mail->line_code != code) {
    mail->reply_length = 0;
    mail->reply[0] = 0;
    mail->reply_code = code >= 400 ? code : 0;
  }
  mail->line_code = length > 3 && data[3] == '-' ? code : 0;
  if (code < 400) return;
  size_t text = length > 4 ? length - 4 : 0;
  size_t room = REPLY_BYTES - 1 - mail->reply_length;  // 0 if only the terminator fits
  if (mail->reply_length > 0 && room > 0) {
    mail->reply[mail->reply_length++] = ' ';
    room--;
  }
  if (text > room) text = room;
  memcpy(mail->reply + mail->reply_length, data + 4, text);
  mail->reply_length += text;
  mail->reply[mail->reply_length] = 0;
}

static int on_traffic(CURL *curl, curl_infotype type, char *data, size_t length, void *context) {
  (void)curl;
  if (type == CURLINFO_HEADER_OUT) record_command(context, data, length);
  if (type == CURLINFO_HEADER_IN) record_reply(context, data, length);
  return 0;
}

cmail *cmail_new(const char *url, bool must_encrypt, long milliseconds) {
  pthread_once(&once, start_curl);
  cmail *mail = calloc(1, sizeof *mail);
  if (!mail) return NULL;
  atomic_init(&mail->stop_at, 0);
  CURL *curl = mail->curl = curl_easy_init();
  mail->mime = curl ? curl_mime_init(curl) : NULL;
  mail->alternatives = curl ? curl_mime_init(curl) : NULL;
  if (!mail->mime || !mail->alternatives ||
      curl_easy_setopt(curl, CURLOPT_URL, url) != CURLE_OK) {
    cmail_free(mail);
    return NULL;
  }
  long connect = milliseconds < CONNECT_MILLISECONDS ? milliseconds : CONNECT_MILLISECONDS;
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);  // signals are unsafe with threads
  curl_easy_setopt(curl, CURLOPT_PROXY, "");     // ignores the environment
  curl_easy_setopt(curl, CURLOPT_USE_SSL, must_encrypt ? CURLUSESSL_ALL : CURLUSESSL_NONE);
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, mail);
  curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);  // output goes only to the function below
  curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, on_traffic);
  curl_easy_setopt(curl, CURLOPT_DEBUGDATA, mail);
  return mail;
}

void cmail_free(cmail *mail) {
  if (!mail) return;
  if (mail->curl) curl_easy_cleanup(mail->curl);
  curl_mime_free(mail->alternatives);
  curl_mime_free(mail->mime);
  curl_slist_free_all(mail->headers);
  curl_slist_free_all(mail->recipients);
  free(mail);
}

bool cmail_trust(cmail *mail, const char *file) {
  return curl_easy_setopt(mail->curl, CURLOPT_CAINFO, file) == CURLE_OK &&
         curl_easy_setopt(mail->curl, CURLOPT_CAPATH, NULL) == CURLE_OK;
}

bool cmail_login(cmail *mail, const char *user, const char *password) {
  return curl_easy_setopt(mail->curl, CURLOPT_USERNAME, user) == CURLE_OK &&
         curl_easy_setopt(mail->curl, CURLOPT_PASSWORD, password) == CURLE_OK;
}

static bool append(struct curl_slist **list, const char *text) {
  struct curl_slist *longer = curl_slist_append(*list, text);
  if (longer) *list = longer;
  return longer != NULL;
}

bool cmail_envelope(cmail *mail, const char *from, const char *to) {
  return curl_easy_setopt(mail->curl, CURLOPT_MAIL_FROM, from) == CURLE_OK &&
         append(&mail->recipients, to);
}

bool cmail_header(cmail *mail, const char *line) { return append(&mail->headers, line); }

bool cmail_part(cmail *mail, const char *type, const char *data, size_t length) {
  curl_mimepart *part = curl_mime_addpart(mail->alternatives);
  return part && curl_mime_type(part, type) == CURLE_OK &&
         curl_mime_encoder(part, "quoted-printable") == CURLE_OK &&
         curl_mime_data(part, data, length) == CURLE_OK;
}

static enum cmail_outcome outcome(const cmail *mail, CURLcode code) {
  switch (code) {
    case CURLE_OK: return CMAIL_SENT;
    case CURLE_COULDNT_RESOLVE_HOST: return CMAIL_NO_HOST;
    case CURLE_OPERATION_TIMEDOUT: return CMAIL_TOO_SLOW;
    case CURLE_PEER_FAILED_VERIFICATION: return CMAIL_UNTRUSTED;
    case CURLE_SSL_CACERT_BADFILE: return CMAIL_NO_CA_FILE;
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_CONNECT_ERROR: return CMAIL_NO_TLS;
    case CURLE_ABORTED_BY_CALLBACK: return CMAIL_STOPPED;
    case CURLE_LOGIN_DENIED: return CMAIL_REJECTED;
    default: break;
  }
  if (mail->reply_code) return CMAIL_REJECTED;
  switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return CMAIL_NO_CONNECTION;
    default: return CMAIL_FAILED;
  }
}

enum cmail_outcome cmail_send(cmail *mail) {
  // The root is always multipart/mixed; the alternatives are one part of it.
  curl_mimepart *part = curl_mime_addpart(mail->mime);
  CURLcode code = part ? curl_mime_subparts(part, mail->alternatives) : CURLE_OUT_OF_MEMORY;
  if (code == CURLE_OK) {
    mail->alternatives = NULL;  // now owned by the part
    code = curl_mime_type(part, "multipart/alternative");
  }
  if (code == CURLE_OK) code = curl_easy_setopt(mail->curl, CURLOPT_MIMEPOST, mail->mime);
  if (code == CURLE_OK) code = curl_easy_setopt(mail->curl, CURLOPT_HTTPHEADER, mail->headers);
  if (code == CURLE_OK) code = curl_easy_setopt(mail->curl, CURLOPT_MAIL_RCPT, mail->recipients);
  if (code == CURLE_OK) code = curl_easy_perform(mail->curl);
  mail->problem = (int)code;
  return outcome(mail, code);
}

void cmail_stop(cmail *mail, long milliseconds) {
  atomic_store(&mail->stop_at, now() + milliseconds);
}

enum cmail_stage cmail_stage_reached(const cmail *mail) { return mail->stage; }
int cmail_reply_code(const cmail *mail) { return mail->reply_code; }
const char *cmail_reply_text(const cmail *mail) { return mail->reply; }
int cmail_problem(const cmail *mail) { return mail->problem; }
