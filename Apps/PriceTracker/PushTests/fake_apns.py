"""Apple's push service on loopback."""

import datetime
import ipaddress
import json
import re
import socket
import ssl
import threading
import time
import uuid
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from http_service import MAX_BYTES, pem


class Apple:
    """APNs: HTTP/2 over TLS, with provider tokens."""

    team, topic = "TEAM123456", "com.example.prices"

    def __init__(self, folder):
        self.key, self.key_id = ec.generate_private_key(ec.SECP256R1()), "KEY1234567"
        self.registered, self.unregistered, self.accepted = set(), {}, []
        self.certificate = Path(folder) / "apns.pem"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(["h2"])
        context.load_cert_chain(self.make_certificate())
        self.socket = context.wrap_socket(
            socket.create_server(("127.0.0.1", 0)), server_side=True,
            do_handshake_on_connect=False)
        self.port = self.socket.getsockname()[1]
        self.connections = []
        threading.Thread(target=self.accept_connections, daemon=True).start()

    def stop(self):
        for connection in [self.socket, *self.connections]:
            connection.close()

    def make_certificate(self):
        """Creates a certificate for localhost; returns the file with it and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.timezone.utc)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        alternative_names = [
            x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        certificate = (
            x509.CertificateBuilder().subject_name(name).issuer_name(name)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(alternative_names), critical=False)
            .sign(key, hashes.SHA256()))
        self.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        certificate_and_key = self.certificate.with_name("apns-with-key.pem")
        certificate_and_key.write_text(self.certificate.read_text() + pem(key))
        return certificate_and_key

    def accept_connections(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            self.connections.append(client)
            threading.Thread(target=self.serve_connection, args=(client,), daemon=True).start()

    def serve_connection(self, client):
        http2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        streams = {}
        try:
            client.do_handshake()
            http2.initiate_connection()
            client.sendall(http2.data_to_send())
            while data := client.recv(65_536):
                for event in http2.receive_data(data):
                    self.handle_event(http2, streams, event)
                client.sendall(http2.data_to_send())
        except OSError:
            pass
        finally:
            client.close()

    def handle_event(self, http2, streams, event):
        if isinstance(event, h2.events.RequestReceived):
            headers = {self.decoded(name): self.decoded(value) for name, value in event.headers}
            streams[event.stream_id] = (headers, bytearray())
        elif isinstance(event, h2.events.DataReceived):
            streams[event.stream_id][1].extend(event.data)
            http2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            headers, body = streams.pop(event.stream_id)
            apns_id = headers.get("apns-id") or str(uuid.uuid4()).upper()
            status, content = self.respond(headers, bytes(body))
            fields = [(":status", str(status)), ("apns-id", apns_id)]
            http2.send_headers(event.stream_id, fields, end_stream=content is None)
            if content is not None:
                http2.send_data(event.stream_id, json.dumps(content).encode(), end_stream=True)

    @staticmethod
    def decoded(value):
        return value.decode() if isinstance(value, bytes) else value

    def respond(self, headers, body):
        rejection = self.rejection(headers, body)
        if rejection:
            status, reason, *timestamp = rejection
            return status, {"reason": reason, **({"timestamp": timestamp[0]} if timestamp else {})}
        device = headers[":path"].removeprefix("/3/device/")
        self.accepted.append((device, headers, json.loads(body)))
        return 200, None

    def rejection(self, headers, body):
        """The status, reason and timestamp of a rejection; None for an accepted request."""
        device = headers[":path"].removeprefix("/3/device/")
        problem = self.token_problem(headers.get("authorization", ""))
        priority = headers.get("apns-priority", "10")
        # The first condition that is true determines the response.
        rejections = [
            (headers[":method"] != "POST", (405, "MethodNotAllowed")),
            (device == headers[":path"], (404, "BadPath")),
            (problem, (403, problem)),
            (not headers.get("apns-topic"), (400, "MissingTopic")),
            (headers.get("apns-topic") != self.topic, (400, "DeviceTokenNotForTopic")),
            (priority not in ("1", "5", "10"), (400, "BadPriority")),
            (len(headers.get("apns-collapse-id", "")) > 64, (400, "BadCollapseId")),
            (not body, (400, "PayloadEmpty")),
            (len(body) > MAX_BYTES, (413, "PayloadTooLarge")),
            (device in self.unregistered, (410, "Unregistered", self.unregistered.get(device))),
            (device not in self.registered, (400, "BadDeviceToken")),
        ]
        return next((rejection for applies, rejection in rejections if applies), None)

    def token_problem(self, authorization):
        if not authorization:
            return "MissingProviderToken"
        token = re.sub(r"(?i)^bearer ", "", authorization)
        try:
            if jwt.get_unverified_header(token).get("kid") != self.key_id:
                return "InvalidProviderToken"
            claims = jwt.decode(token, self.key.public_key(), algorithms=["ES256"],
                                issuer=self.team, options={"require": ["iat"]})
        except jwt.InvalidTokenError:
            return "InvalidProviderToken"
        return "ExpiredProviderToken" if claims["iat"] < time.time() - 3600 else None
