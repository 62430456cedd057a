"""Checking signatures as an app does, with another Ed25519 than the server's."""

import base64
import hashlib
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_id(key):
    return hashlib.sha256(unpadded(key)).hexdigest()[:16]


def trusted(sdk_key):
    """The public key that an SDK key carries."""
    return sdk_key.split(".")[1]


def is_signed(text, signatures, key):
    """Whether `key` has signed exactly this text."""
    for signature in signatures:
        if signature["keyID"] != key_id(key):
            continue
        try:
            public = Ed25519PublicKey.from_public_bytes(unpadded(key))
            public.verify(unpadded(signature["signature"]), text.encode())
            return True
        except InvalidSignature:
            return False
    return False


def verified(envelope, key):
    """The statement of an envelope that `key` has signed; anything else is an error."""
    envelope = json.loads(envelope)
    if not is_signed(envelope["statement"], envelope["signatures"], key):
        raise AssertionError(f"not signed by {key_id(key)}: {envelope['statement']}")
    statement = json.loads(envelope["statement"])
    digest = hashlib.sha256(envelope["document"].encode()).hexdigest()
    if statement["digest"] != digest:
        raise AssertionError("the document is not the one that was signed")
    if json.loads(envelope["document"])["number"] != statement["number"]:
        raise AssertionError("the document has another number than the statement")
    return statement


def followed(chain, key):
    """Follows a chain link by link from a key that is trusted to all sets' keys, oldest first."""
    keys = [key]
    for place, link in enumerate(json.loads(chain)["keySets"], start=1):
        if not is_signed(link["statement"], link["signatures"], keys[-1]):
            raise AssertionError(f"link {place} is not signed by the key before it")
        key_set = json.loads(link["statement"])
        if key_set["version"] != place or key_set["kind"] != "keys" or len(key_set["keys"]) != 1:
            raise AssertionError(f"link {place} says {link['statement']}")
        keys.append(key_set["keys"][0])
    return keys[1:]
