#ifndef CMAIL_H
#define CMAIL_H

#include <stdbool.h>
#include <stddef.h>

/// One email that libcurl sends; its option setter is variadic, so Swift cannot call it. libcurl
/// implements SMTP and TLS and writes the MIME structure; Swift code decides beforehand what may be
/// sent.
///
/// A function that returns `bool` returns false if memory is exhausted. Every text is copied.
typedef struct cmail cmail;

/// The outcome of a delivery.
enum cmail_outcome {
  /// The server accepted the email.
  CMAIL_SENT = 0,
  /// The server rejected it; the reply has the reason.
  CMAIL_REJECTED,
  /// The server's name cannot be resolved.
  CMAIL_NO_HOST,
  /// No server responds, or the connection was lost.
  CMAIL_NO_CONNECTION,
  /// The time limit was exceeded.
  CMAIL_TOO_SLOW,
  /// The server's certificate is not trusted, or belongs to another server.
  CMAIL_UNTRUSTED,
  /// The server does not support TLS, or no common version of it.
  CMAIL_NO_TLS,
  /// The file of trusted certificates cannot be read.
  CMAIL_NO_CA_FILE,
  /// `cmail_stop` was called.
  CMAIL_STOPPED,
  /// Another failure; `cmail_problem` is libcurl's error code.
  CMAIL_FAILED,
};

/// The last stage of the SMTP session.
enum cmail_stage {
  CMAIL_GREETING,
  CMAIL_HELLO,
  CMAIL_STARTTLS,
  CMAIL_LOGIN,
  CMAIL_SENDER,
  CMAIL_RECIPIENT,
  CMAIL_DATA,
};

/// Creates an email for a server, with a time limit; null if memory is exhausted.
///
/// - `url`: `smtp://host:port/hello` or `smtps://…`; the path is the name sent with EHLO.
/// - `must_encrypt`: whether a connection without TLS is rejected before a password or the email is
///   sent on it.
/// - `milliseconds`: the time limit for everything, including connecting.
cmail *cmail_new(const char *url, bool must_encrypt, long milliseconds);

/// Frees the email and closes its connection.
void cmail_free(cmail *mail);

/// Trusts only the certificates in this file, instead of the system's.
bool cmail_trust(cmail *mail, const char *file);

/// Sets the user and the password to authenticate with.
bool cmail_login(cmail *mail, const char *user, const char *password);

/// Sets the sender and the recipient of the envelope.
bool cmail_envelope(cmail *mail, const char *from, const char *to);

/// Adds a header line.
bool cmail_header(cmail *mail, const char *line);

/// Adds an alternative body, the simplest first; quoted-printable, lines end with CRLF.
bool cmail_part(cmail *mail, const char *type, const char *data, size_t length);

/// Sends the email and waits for the result; blocks the thread.
enum cmail_outcome cmail_send(cmail *mail);

/// Aborts sending after this many milliseconds; may be called from any thread.
void cmail_stop(cmail *mail, long milliseconds);

/// Returns the stage that the delivery had reached.
enum cmail_stage cmail_stage_reached(const cmail *mail);

/// The code of the negative reply, or 0.
int cmail_reply_code(const cmail *mail);

/// The text of that reply, as sent by the server.
const char *cmail_reply_text(const cmail *mail);

/// libcurl's error code, or 0.
int cmail_problem(const cmail *mail);

#endif
