#ifndef CMAIL_H
#define CMAIL_H

#include <stdbool.h>
#include <stddef.h>

/// One mail on its way through libcurl, whose option setter is variadic and so out of Swift's reach.
/// libcurl speaks SMTP and TLS and writes the MIME structure; what may be sent at all is decided
/// before, in Swift.
///
/// A function that returns `bool` says false when there is no memory left. Every text is copied.
typedef struct cmail cmail;

/// The outcome of a delivery.
enum cmail_outcome {
  /// The server has taken it.
  CMAIL_SENT = 0,
  /// The server said no; the reply tells why.
  CMAIL_REFUSED,
  /// The server's name is not known.
  CMAIL_NO_HOST,
  /// No server answers, or the connection broke.
  CMAIL_NO_CONNECTION,
  /// The time was not enough.
  CMAIL_TOO_SLOW,
  /// The server's certificate is not one that we trust, or is another server's.
  CMAIL_UNTRUSTED,
  /// The server does not encrypt, or not as we do.
  CMAIL_NO_TLS,
  /// The file of trusted certificates cannot be read.
  CMAIL_NO_CA_FILE,
  /// `cmail_stop` was called.
  CMAIL_STOPPED,
  /// Something else; `cmail_problem` is a number of libcurl's.
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

/// A mail for a server, with bounded time; null when there is no memory.
///
/// - `url`: `smtp://host:port/hello` or `smtps://…`; what comes last is how we introduce ourselves.
/// - `must_encrypt`: whether a connection without TLS is refused before anything is said on it.
/// - `milliseconds`: how long all of it may take; connecting has a part of it.
cmail *cmail_new(const char *url, bool must_encrypt, long milliseconds);

/// Ends the mail and closes its connection.
void cmail_free(cmail *mail);

/// Trusts only the certificates in this file, instead of the system's.
bool cmail_trust(cmail *mail, const char *file);

/// Shows who we are, once the connection is encrypted.
bool cmail_login(cmail *mail, const char *user, const char *password);

/// Sets the sender and the recipient of the envelope.
bool cmail_envelope(cmail *mail, const char *from, const char *to);

/// Adds a line at the head of the mail.
bool cmail_header(cmail *mail, const char *line);

/// Adds a way to read the mail, the simplest first; quoted-printable, lines end with CRLF.
bool cmail_part(cmail *mail, const char *type, const char *data, size_t length);

/// Sends it, and returns when it is over; blocks the thread.
enum cmail_outcome cmail_send(cmail *mail);

/// Ends a sending that is not over after these milliseconds; from any thread.
void cmail_stop(cmail *mail, long milliseconds);

/// Returns the stage that the delivery had reached.
enum cmail_stage cmail_stage_reached(const cmail *mail);

/// The code of the reply that says no, or 0.
int cmail_reply_code(const cmail *mail);

/// The words of that reply, as the server sent them.
const char *cmail_reply_text(const cmail *mail);

/// libcurl's number for what went wrong, or 0.
int cmail_problem(const cmail *mail);

#endif
