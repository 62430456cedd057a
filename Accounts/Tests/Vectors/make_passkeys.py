#!/usr/bin/env python3
"""Generates passkeys.json: passkey responses that are independent of the Swift code.

Keys and signatures are from Python's `cryptography`; the CBOR writer is below. Each response is
verified with the package `webauthn` from PyPI. Keys have fixed seeds, but ECDSA signatures and RSA
keys are new with each run, so run it only to add a vector:

    python3 -m venv /tmp/v && /tmp/v/bin/pip install cryptography webauthn
    /tmp/v/bin/python make_passkeys.py > passkeys.json
"""

import base64
import hashlib
import json
import struct

import webauthn
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from webauthn.helpers.structs import COSEAlgorithmIdentifier

SITE, ORIGIN = "flows.example.com", "https://flows.example.com"
USER = "p_0123456789abcdef"
# The flags of authenticator data, named as in WebAuthn.
UP, UV, BE, BS, AT, ED = 1, 4, 8, 16, 64, 128


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def head(major, n):
    for size, code, fmt in ((24, n, ""), (2**8, 24, ">B"), (2**16, 25, ">H"), (2**32, 26, ">I")):
        if n < size:
            return bytes([major << 5 | code]) + (struct.pack(fmt, n) if fmt else b"")
    return bytes([major << 5 | 27]) + struct.pack(">Q", n)


def cbor(value):
    match value:
        case bool():
            return b"\xf5" if value else b"\xf4"
        case int():
            return head(0, value) if value >= 0 else head(1, -1 - value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value.encode())) + value.encode()
        case list():
            return head(4, len(value)) + b"".join(map(cbor, value))
        case dict():
            return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
    raise TypeError(value)


class Key:
    """A passkey with one of the three kinds of keys."""

    def __init__(self, kind, seed):
        self.kind = kind
        self.id = hashlib.sha256(seed).digest()[:20]
        number = int.from_bytes(hashlib.sha256(b"key" + seed).digest(), "big")
        if kind == "ES256":
            self.private = ec.derive_private_key(number % 2**255, ec.SECP256R1())
            point = self.private.public_key().public_numbers()
            x, y = (n.to_bytes(32, "big") for n in (point.x, point.y))
            self.cose = {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        elif kind == "EdDSA":
            self.private = ed25519.Ed25519PrivateKey.from_private_bytes(number.to_bytes(32, "big"))
            raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
            self.cose = {1: 1, 3: -8, -1: 6, -2: self.private.public_key().public_bytes(*raw)}
        else:
            self.private = rsa.generate_private_key(65537, 2048)
            n = self.private.public_key().public_numbers().n
            self.cose = {1: 3, 3: -257, -1: n.to_bytes(256, "big"), -2: b"\x01\x00\x01"}

    def sign(self, data):
        if self.kind == "ES256":
            return self.private.sign(data, ec.ECDSA(hashes.SHA256()))
        if self.kind == "EdDSA":
            return self.private.sign(data)
        return self.private.sign(data, padding.PKCS1v15(), hashes.SHA256())


def client_data(kind, challenge):
    members = {"type": f"webauthn.{kind}", "challenge": base64url(challenge), "origin": ORIGIN}
    return json.dumps(members | {"crossOrigin": False}, separators=(",", ":")).encode()


def authenticator_data(flags, count, key=None, extensions=None):
    data = hashlib.sha256(SITE.encode()).digest() + bytes([flags]) + struct.pack(">I", count)
    if key:
        data += bytes(16) + struct.pack(">H", len(key.id)) + key.id + cbor(key.cose)
    return data + (cbor(extensions) if extensions else b"")


def message(key, response):
    encoded = {name: base64url(data) for name, data in response.items()}
    credential = base64url(key.id)
    return {"id": credential, "rawId": credential, "type": "public-key", "response": encoded,
            "clientExtensionResults": {}, "authenticatorAttachment": "platform"}


def registration(name, key, flags, count=0, extensions=None, packed=False):
    challenge = hashlib.sha256(b"register" + name.encode()).digest()
    client = client_data("create", challenge)
    data = authenticator_data(flags | AT, count, key, extensions)
    statement, fmt = {}, "none"
    if packed:
        signature = key.sign(data + hashlib.sha256(client).digest())
        statement, fmt = {"alg": key.cose[3], "sig": signature}, "packed"
    outer = cbor({"fmt": fmt, "attStmt": statement, "authData": data})
    response = message(key, {"clientDataJSON": client, "attestationObject": outer})
    verified = webauthn.verify_registration_response(
        credential=response, expected_challenge=challenge, expected_rp_id=SITE,
        expected_origin=ORIGIN, require_user_verification=True,
        supported_pub_key_algs=[COSEAlgorithmIdentifier(key.cose[3])])
    assert verified.credential_id == key.id and verified.sign_count == count
    return {"name": name, "challenge": challenge.hex(), "response": response,
            "credential": key.id.hex(), "publicKey": cbor(key.cose).hex(), "count": count,
            "isBackupEligible": bool(flags & BE)}


def assertion(name, key, flags, count=0, before=0, extensions=None):
    challenge = hashlib.sha256(b"use" + name.encode()).digest()
    client = client_data("get", challenge)
    data = authenticator_data(flags, count, extensions=extensions)
    signature = key.sign(data + hashlib.sha256(client).digest())
    response = message(key, {"clientDataJSON": client, "authenticatorData": data,
                             "signature": signature, "userHandle": USER.encode()})
    verified = webauthn.verify_authentication_response(
        credential=response, expected_challenge=challenge, expected_rp_id=SITE,
        expected_origin=ORIGIN, credential_public_key=cbor(key.cose),
        credential_current_sign_count=before, require_user_verification=True)
    assert verified.new_sign_count == count
    return {"name": name, "challenge": challenge.hex(), "response": response,
            "credential": key.id.hex(), "publicKey": cbor(key.cose).hex(), "count": count,
            "before": before, "isBackupEligible": bool(flags & BE)}


def edwards_points():
    """Valid and invalid points of Ed25519 keys, computed from the curve's equation."""
    p = 2**255 - 19
    d = -121665 * pow(121666, -1, p) % p

    def root(n):
        r = pow(n, (p + 3) // 8, p)
        r = r if r * r % p == n % p else r * pow(2, (p - 1) // 4, p) % p
        return r if r * r % p == n % p else None

    def x_of(y):
        return root((y * y - 1) * pow(d * y * y + 1, -1, p) % p)

    def add(a, b):
        (x, y), (u, v) = a, b
        t = d * x * u * y * v
        return ((x * v + u * y) * pow(1 + t, -1, p) % p, (y * v + x * u) * pow(1 - t, -1, p) % p)

    def times8(point):
        for _ in range(3):
            point = add(point, point)
        return point

    good, small, outside = [], {0, 1, p - 1}, []
    for seed in range(40):
        y = int.from_bytes(hashlib.sha512(bytes([seed])).digest()[:32], "little") % 2**255 % p
        x = x_of(y)
        (outside if x is None else good).append(y)
    # Of order 8: a point multiplied by the large prime order.
    order = 2**252 + 27742317777372353535851937790883648493
    for y in good:
        total, power, n = (0, 1), (x_of(y), y), order
        while n:
            total = add(total, power) if n & 1 else total
            power, n = add(power, power), n >> 1
        assert times8(total) == (0, 1)
        small.add(total[1])
    assert len(small) == 5

    def lines(ys, sign):
        return [(y | sign << 255).to_bytes(32, "little").hex() for y in ys]

    return {"usable": lines(good, 0) + lines(good[:3], 1),
            "smallOrder": lines(sorted(small), 0) + lines(sorted(small), 1),
            "notOnCurve": lines(outside, 0) + lines(outside[:3], 1),
            "nonCanonical": lines(range(p, 2**255), 0)}


def main():
    es, ed, rs = Key("ES256", b"one"), Key("EdDSA", b"two"), Key("RS256", b"three")
    verified = UP | UV
    print(json.dumps({
        "site": SITE, "origin": ORIGIN, "user": USER,
        "registrations": [
            registration("ES256", es, verified),
            registration("ES256, backed up", es, verified | BE | BS),
            registration("ES256, with extensions", es, verified | BE | ED,
                         extensions={"credProtect": 2, "hmac-secret": True}),
            registration("ES256, signed by itself", es, verified, count=5, packed=True),
            registration("Ed25519", ed, verified, count=1),
            registration("Ed25519, signed by itself", ed, verified | BE, packed=True),
            registration("RS256", rs, verified, count=7),
            registration("RS256, signed by itself", rs, verified, packed=True),
        ],
        "assertions": [
            assertion("ES256", es, verified),
            assertion("ES256, backed up", es, verified | BE | BS),
            assertion("ES256, counting", es, verified, count=6, before=5),
            assertion("ES256, with extensions", es, verified | ED, extensions={"uvm": [1, 2]}),
            assertion("Ed25519", ed, verified, count=2**32 - 1, before=1),
            assertion("RS256", rs, verified | BE, count=8, before=7),
        ],
        "edwardsPoints": edwards_points(),
    }, indent=1))


main()
