"""Well-behaved and misbehaving mail servers on loopback, for tests of the mail transport.

Prints one line of JSON with their ports, and ends when its standard input is closed. A received
email is written to FOLDER/<left part of the Message-ID>.json, as parsed by Python's mail library,
before the server accepts it. The recipient's name selects how a server handles an email.
"""

import asyncio
import datetime
import email
import email.header
import email.policy
import email.utils
import ipaddress
import json
import ssl
import sys
import warnings
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER, PASSWORD = "me@example.com", "p@ss word/ü%"


def make_certificates(folder):
    """A CA, and server certificates: valid, for another host, untrusted, and expired."""
    authority = Authority("Test authority")
    (folder / "ca.pem").write_bytes(authority.pem())
    local = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    other = [x509.DNSName("other.example")]
    return {
        "valid": authority.issue(folder / "valid.pem", local),
        "wrongHost": authority.issue(folder / "wrongHost.pem", other),
        "untrusted": Authority("Untrusted authority").issue(folder / "untrusted.pem", local),
        "expired": authority.issue(folder / "expired.pem", local, days=-1),
    }


class Authority:
    def __init__(self, name):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = self._build(self.name, self.key.public_key(), 2, [
            (x509.BasicConstraints(ca=True, path_length=None), True),
            (x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), False),
            (_usage(key_cert_sign=True, crl_sign=True), True),
        ])

    def pem(self):
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    def issue(self, path, names, days=2):
        """Writes a key with its certificate; returns a server's TLS context with them."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test server")])
        certificate = self._build(subject, key.public_key(), days, [
            (x509.BasicConstraints(ca=False, path_length=None), True),
            (x509.SubjectAlternativeName(names), False),
            (x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), False),
            (_usage(digital_signature=True), True),
        ])
        path.write_bytes(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ) + certificate.public_bytes(serialization.Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def _build(self, subject, key, days, extensions):
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = x509.CertificateBuilder(
            self.name, subject, key, x509.random_serial_number(),
            now - datetime.timedelta(days=3), now + datetime.timedelta(days=days),
        )
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical)
        return builder.sign(self.key, hashes.SHA256())


def _usage(**used):
    names = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
             "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{name: used.get(name, False) for name in names})


class Handler:
    """The servers' replies to an email, by its recipient."""

    def __init__(self, folder):
        self.folder = folder
        self.seen = set()

    async def handle_MAIL(self, server, session, envelope, address, options):
        if address.startswith("refused@"):
            return "553 5.7.1 You may not send as this address"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.partition("@")[0]
        if name.startswith("never"):
            return "550-5.1.1 There is nobody of this name here,\r\n550 5.1.1 and never was"
        if name.startswith("chatty"):
            line = "5.1.1 " + "too long " * 45
            return "\r\n".join([f"550-{line}"] * 19 + [f"550 {line}"])
        if name.startswith("telltale"):
            return f"550 5.1.1 Nobody here for you, {USER}"
        if name.startswith("later"):
            return "450 4.2.1 Come back later"
        if name.startswith("once") and address not in self.seen:
            self.seen.add(address)
            return "451 4.7.1 We do not know you yet; come back"
        if name.startswith("hang"):
            await asyncio.Event().wait()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("unwanted"):
            return "554 5.7.1 This looks like what nobody wants"
        raw = envelope.content
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        path = self.folder / f"{mail['message-id'].strip('<>').partition('@')[0]}.json"
        before = json.loads(path.read_text()) if path.exists() else []
        path.write_text(json.dumps([*before, describe(mail, raw, server, envelope)]))
        return "250 2.0.0 Taken"


def describe(mail, raw, server, envelope):
    session = server.session
    # NB: Python 3.11's new parser loses spaces between encoded words; the old one does not.
    name, address = email.utils.parseaddr(email.message_from_bytes(raw)["from"])
    return {
        "isEncrypted": server.transport.get_extra_info("sslcontext") is not None,
        "user": (session.auth_data or b"").decode(),
        "hello": session.host_name,
        "from": envelope.mail_from,
        "to": envelope.rcpt_tos,
        "headers": [[name, str(value)] for name, value in mail.items()],
        "subject": str(mail["subject"]),
        "fromName": str(email.header.make_header(email.header.decode_header(name))),
        "fromAddress": address,
        "date": int(mail["date"].datetime.timestamp()),
        "types": [part.get_content_type() for part in mail.walk()],
        "text": content(mail, "plain"),
        "html": content(mail, "html"),
        "defects": [str(defect) for part in mail.walk() for defect in part.defects],
        "longestLine": max(len(line) for line in raw.split(b"\r\n")),
        "isASCII": raw.isascii(),
    }


def content(mail, kind):
    body = mail.get_body((kind,))
    return body.get_content().replace("\r\n", "\n") if body else ""


def check_login(server, session, envelope, mechanism, data):
    is_correct = isinstance(data, LoginPassword) and (
        data.login.decode() == USER and data.password.decode() == PASSWORD
    )
    return AuthResult(
        success=is_correct, handled=False, auth_data=data.login if is_correct else None,
        message=None if is_correct else f"535 5.7.8 Not {data.password.decode()}",
    )


class RejectsTLS(SMTP):
    """Offers STARTTLS, and then rejects it."""

    async def smtp_STARTTLS(self, arg):
        await self.push("454 4.7.0 TLS not available now")


async def main(folder):
    certificates = make_certificates(folder)
    handler = Handler(folder)
    loop = asyncio.get_running_loop()
    login = {"authenticator": check_login, "auth_required": True}

    async def listen(factory, tls=None):
        server = await loop.create_server(factory, "127.0.0.1", 0, ssl=tls)
        return server.sockets[0].getsockname()[1]

    def smtp(kind=SMTP, certificate=None, **options):
        context = certificates[certificate] if certificate else None
        return lambda: kind(
            handler, hostname="test.example", tls_context=context, enable_SMTPUTF8=False, **options
        )

    ports = {
        "startTLS": await listen(smtp(certificate="valid", require_starttls=True, **login)),
        "tls": await listen(
            smtp(auth_require_tls=False, **login), tls=certificates["valid"]),
        "plain": await listen(smtp()),
        "plainLogin": await listen(smtp(auth_require_tls=False, **login)),
        "rejectsTLS": await listen(smtp(RejectsTLS, certificate="valid")),
        "silent": await listen(asyncio.Protocol),
    }
    for name in ["wrongHost", "untrusted", "expired"]:
        ports[name] = await listen(smtp(certificate=name))
        ports[name + "TLS"] = await listen(smtp(), tls=certificates[name])
    print(json.dumps({"ports": ports, "user": USER, "password": PASSWORD}), flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    # aiosmtpd uses its own deprecated features.
    warnings.filterwarnings("ignore", "Session.login_data", DeprecationWarning)
    try:
        asyncio.run(main(Path(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit(130)
