"""Verifies signatures like an app, with a different implementation of Ed25519."""

import base64
import hashlib
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def decode_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_id(key):
    return hashlib.sha256(decode_base64url(key)).hexdigest()[:16]


def trusted_key(sdk_key):
    """The public key in an SDK key."""
    return sdk_key.split(".")[1]


def is_signed(text, signatures, key):
    """Whether `key` signed this text."""
    for signature in signatures:
        if signature["keyID"] != key_id(key):
            continue
        try:
            public = Ed25519PublicKey.from_public_bytes(decode_base64url(key))
            public.verify(decode_base64url(signature["signature"]), text.encode())
            return True
        except InvalidSignature:
            return False
    return False


def verified_statement(envelope, key):
    """The statement of a signed release; an error unless `key` signed it."""
    envelope = json.loads(envelope)
    if not is_signed(envelope["statement"], envelope["signatures"], key):
        raise AssertionError(f"not signed by {key_id(key)}: {envelope['statement']}")
    statement = json.loads(envelope["statement"])
    digest = hashlib.sha256(envelope["document"].encode()).hexdigest()
    if statement["digest"] != digest:
        raise AssertionError("the document differs from the one that was signed")
    if json.loads(envelope["document"])["number"] != statement["number"]:
        raise AssertionError("the document and the statement have different numbers")
    return statement


def verified_keys(chain, key):
    """The keys of a chain, oldest first; an error unless each is signed by the previous key, the
    first one by a trusted key."""
    keys = [key]
    for version, link in enumerate(json.loads(chain)["keySets"], start=1):
        if not is_signed(link["statement"], link["signatures"], keys[-1]):
            raise AssertionError(f"key set {version} is not signed by the previous key")
        key_set = json.loads(link["statement"])
        if key_set["version"] != version or key_set["kind"] != "keys" or len(key_set["keys"]) != 1:
            raise AssertionError(f"key set {version} is {link['statement']}")
        keys.append(key_set["keys"][0])
    return keys[1:]
