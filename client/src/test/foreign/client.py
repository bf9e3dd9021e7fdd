"""A client of kexd in Python: grpcio, stubs by protoc, keys and signatures by OpenSSL and libsodium.

client.py STUBS TARGET SCENARIO [CA CERTIFICATE KEY]

STUBS is a folder that protoc filled with Python modules. Every derived secret is computed here a second time, from
the text of the contract. Ends with the line `passed: SCENARIO`, or with the assertion that failed.
"""

import hashlib
import hmac
import os
import subprocess
import sys
import tempfile

import grpc
import nacl.bindings as sodium
import nacl.exceptions

sys.path.insert(0, sys.argv[1])

from google.rpc import error_details_pb2, status_pb2  # noqa: E402
from kexd.v1 import common_pb2 as common  # noqa: E402
from kexd.v1 import error_reason_pb2 as error_reason  # noqa: E402
from kexd.v1 import key_exchange_service_pb2 as kex  # noqa: E402
from kexd.v1 import key_exchange_service_pb2_grpc as kex_grpc  # noqa: E402
from kexd.v1 import signing_service_pb2 as signing  # noqa: E402
from kexd.v1 import signing_service_pb2_grpc as signing_grpc  # noqa: E402

DEADLINE_SECONDS = 10
# RFC 8410: SubjectPublicKeyInfo of a 32-byte key is this and the key.
X25519_SPKI = bytes.fromhex("302a300506032b656e032100")
ED25519_SPKI = bytes.fromhex("302a300506032b6570032100")


# --- OpenSSL, by its command line


def openssl(*arguments, **files):
    """Runs openssl with the given files written to disk; each {name} in the arguments is its path."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in files}
        for name, content in files.items():
            with open(paths[name], "wb") as file:
                file.write(content)
        command = ["openssl"] + [argument.format(**paths) for argument in arguments]
        return subprocess.run(command, capture_output=True, check=True, timeout=20).stdout


def openssl_key(algorithm, prefix):
    """A private key as PEM, and its raw public key."""
    private = openssl("genpkey", "-algorithm", algorithm)
    spki = openssl("pkey", "-in", "{key}", "-pubout", "-outform", "DER", key=private)
    assert spki.startswith(prefix), spki.hex()
    return private, spki[len(prefix):]


class OpensslPeer:
    """An X25519 key pair that OpenSSL made and computes with."""

    def __init__(self):
        self.private, self.public = openssl_key("X25519", X25519_SPKI)

    def agree(self, theirs):
        return openssl("pkeyutl", "-derive", "-inkey", "{key}", "-peerkey", "{peer}", "-peerform", "DER",
                       key=self.private, peer=X25519_SPKI + theirs)


class SodiumPeer:
    """An X25519 key pair that libsodium made and computes with."""

    def __init__(self):
        self.public, self.private = sodium.crypto_box_keypair()

    def agree(self, theirs):
        return sodium.crypto_scalarmult(self.private, theirs)


# --- what the contract says about secrets


def extract(hash_name, salt, key):
    return hmac.new(salt or bytes(hashlib.new(hash_name).digest_size), key, hash_name).digest()


def expand(hash_name, prk, info, length):
    block, output, counter = b"", b"", 0
    while len(output) < length:
        counter += 1
        block = hmac.new(prk, block + info + bytes([counter]), hash_name).digest()
        output += block
    return output[:length]


def sized(width, field):
    return len(field).to_bytes(width, "big") + field


def bound_info(curve, info, initiator, responder):
    return b"kexd-v1" + sized(1, curve.encode()) + sized(2, info) + sized(2, initiator) + sized(2, responder)


def hkdf(shared, initiator, responder, hash_name="sha256", salt=b"", info=b"", length=32):
    prk = extract(hash_name, salt, shared)
    return expand(hash_name, prk, bound_info("x25519", info, initiator, responder), length)


def dhkem(shared, enc, recipient):
    """RFC 9180 section 4.1, ExtractAndExpand of DHKEM(X25519, HKDF-SHA256)."""
    suite = b"KEM" + (0x0020).to_bytes(2, "big")
    prk = extract("sha256", b"", b"HPKE-v1" + suite + b"eae_prk" + shared)
    info = (32).to_bytes(2, "big") + b"HPKE-v1" + suite + b"shared_secret" + enc + recipient
    return expand("sha256", prk, info, 32)


# --- calls


def channel(target, tls):
    if not tls:
        return grpc.insecure_channel(target)
    ca, certificate, key = (open(path, "rb").read() for path in tls)
    return grpc.secure_channel(target, grpc.ssl_channel_credentials(ca, key, certificate))


class Kexd:
    def __init__(self, target, tls):
        channel_ = channel(target, tls)
        self.kex = kex_grpc.KeyExchangeServiceStub(channel_)
        self.signing = signing_grpc.SigningServiceStub(channel_)

    def exchange(self, **fields):
        return self.kex.Exchange(kex.ExchangeRequest(curve="x25519", **fields), timeout=DEADLINE_SECONDS)

    def generate(self):
        return self.kex.GenerateKeyPair(kex.GenerateKeyPairRequest(curve="x25519"), timeout=DEADLINE_SECONDS)

    def agree(self, **fields):
        return self.kex.Agree(kex.AgreeRequest(**fields), timeout=DEADLINE_SECONDS)


def refusal(call):
    """The status and the ErrorInfo of a call that must be refused."""
    try:
        reply = call()
    except grpc.RpcError as error:
        details = dict(error.trailing_metadata()).get("grpc-status-details-bin")
        assert details, "no grpc-status-details-bin in %s" % (error,)
        status = status_pb2.Status.FromString(details)
        assert status.code == error.code().value[0] and status.message == error.details(), status
        for detail in status.details:
            info = error_details_pb2.ErrorInfo()
            if detail.Unpack(info):
                assert info.domain == "kexd.io", info
                return error.code().name, info.reason
        raise AssertionError("no ErrorInfo in %s" % status)
    raise AssertionError("not refused: %s" % reply)


# --- scenarios


def exchange_hkdf(kexd):
    for peer in OpensslPeer(), SodiumPeer():
        reply = kexd.exchange(peer_public_key=peer.public)
        assert reply.secret == hkdf(peer.agree(reply.public_key), peer.public, reply.public_key)
        for hash_id, name in ((common.HASH_SHA256, "sha256"), (common.HASH_SHA384, "sha384"),
                              (common.HASH_SHA512, "sha512")):
            wanted = common.Hkdf(hash=hash_id, salt=b"salt", info=b"python", length=91)
            reply = kexd.exchange(peer_public_key=peer.public, hkdf=wanted)
            assert reply.secret == hkdf(peer.agree(reply.public_key), peer.public, reply.public_key, name, b"salt",
                                        b"python", 91), name
        wanted = common.Hkdf(info=b"only this", omit_public_keys=True)
        reply = kexd.exchange(peer_public_key=peer.public, hkdf=wanted)
        prk = extract("sha256", b"", peer.agree(reply.public_key))
        assert reply.secret == expand("sha256", prk, b"only this", 32)


def exchange_spki(kexd):
    peer = OpensslPeer()
    reply = kexd.exchange(peer_public_key=X25519_SPKI + peer.public, encoding=common.KEY_ENCODING_SPKI)
    assert reply.public_key.startswith(X25519_SPKI), reply.public_key.hex()
    theirs = reply.public_key[len(X25519_SPKI):]
    assert reply.secret == hkdf(peer.agree(theirs), peer.public, theirs)


def exchange_dhkem(kexd):
    peer = SodiumPeer()
    reply = kexd.exchange(peer_public_key=peer.public, dhkem=common.Dhkem())
    assert reply.secret == dhkem(peer.agree(reply.public_key), reply.public_key, peer.public)


def generate_agree(kexd):
    for peer in OpensslPeer(), SodiumPeer():
        pair = kexd.generate()
        reply = kexd.agree(handle=pair.handle, peer_public_key=peer.public)
        shared = peer.agree(pair.public_key)
        assert reply.secret == hkdf(shared, pair.public_key, peer.public), "initiator"
        used = refusal(lambda: kexd.agree(handle=pair.handle, peer_public_key=peer.public))
        assert used == ("FAILED_PRECONDITION", "KEY_ALREADY_USED"), used

        pair = kexd.generate()
        reply = kexd.agree(handle=pair.handle, peer_public_key=peer.public, role=kex.ROLE_RESPONDER)
        assert reply.secret == hkdf(peer.agree(pair.public_key), peer.public, pair.public_key), "responder"

        pair = kexd.generate()
        reply = kexd.agree(handle=pair.handle, peer_public_key=peer.public, dhkem=common.Dhkem())
        assert reply.secret == dhkem(peer.agree(pair.public_key), peer.public, pair.public_key), "decap"


def small_order(kexd):
    """u = 0 and u = 1 have small order (RFC 7748 section 6.1); libsodium refuses them as well."""
    pair = kexd.generate()
    for u in bytes(32), b"\x01" + bytes(31):
        try:
            sodium.crypto_scalarmult(os.urandom(32), u)
            raise AssertionError("libsodium took it")
        except nacl.exceptions.RuntimeError:
            pass
        refused = refusal(lambda: kexd.exchange(peer_public_key=u))
        assert refused == ("INVALID_ARGUMENT", "INVALID_PUBLIC_KEY"), refused
        refused = refusal(lambda: kexd.agree(handle=pair.handle, peer_public_key=u))
        assert refused == ("INVALID_ARGUMENT", "INVALID_PUBLIC_KEY"), refused
    peer = SodiumPeer()
    reply = kexd.agree(handle=pair.handle, peer_public_key=peer.public)
    assert reply.secret == hkdf(peer.agree(pair.public_key), pair.public_key, peer.public), "the handle survives"


def batch(kexd):
    peers = [SodiumPeer() for _ in range(20)]
    keys = [peer.public for peer in peers]
    keys[3] = bytes(32)
    items = [kex.BatchExchangeRequest.Item(ref="session %d" % i, request=kex.ExchangeRequest(
        curve="x25519", peer_public_key=key)) for i, key in enumerate(keys)]
    reply = kexd.kex.BatchExchange(kex.BatchExchangeRequest(items=items), timeout=DEADLINE_SECONDS)
    assert [item.ref for item in reply.items] == [item.ref for item in items]
    for i, (peer, item) in enumerate(zip(peers, reply.items)):
        if i == 3:
            assert item.WhichOneof("outcome") == "error", item
            assert item.error.code == grpc.StatusCode.INVALID_ARGUMENT.value[0], item
            assert item.error.reason == error_reason.ERROR_REASON_INVALID_PUBLIC_KEY, item
            assert item.error.field == "peer_public_key", item
        else:
            public = item.response.public_key
            assert item.response.secret == hkdf(peer.agree(public), peer.public, public), i

    pairs = kexd.kex.BatchGenerateKeyPair(kex.BatchGenerateKeyPairRequest(items=[
        kex.BatchGenerateKeyPairRequest.Item(ref=str(i), request=kex.GenerateKeyPairRequest(curve="x25519"))
        for i in range(20)]), timeout=DEADLINE_SECONDS)
    agreed = kexd.kex.BatchAgree(kex.BatchAgreeRequest(items=[
        kex.BatchAgreeRequest.Item(request=kex.AgreeRequest(handle=item.response.handle, peer_public_key=peer.public))
        for item, peer in zip(pairs.items, peers)]), timeout=DEADLINE_SECONDS)
    for pair, peer, item in zip(pairs.items, peers, agreed.items):
        public = pair.response.public_key
        assert item.response.secret == hkdf(peer.agree(public), public, peer.public), pair.ref

    refused = refusal(lambda: kexd.kex.BatchExchange(kex.BatchExchangeRequest(), timeout=DEADLINE_SECONDS))
    assert refused == ("INVALID_ARGUMENT", "INVALID_REQUEST"), refused


def stream(kexd):
    """Some items a message, some of them bad; the answers come in any order."""
    peers = {"ref %d" % i: SodiumPeer() for i in range(300)}

    def requests():
        some = []
        for i, (ref, peer) in enumerate(peers.items()):
            key = bytes(32) if i % 100 == 7 else peer.public
            some.append(kex.ExchangeStreamRequest.Item(ref=ref, request=kex.ExchangeRequest(
                curve="x25519", peer_public_key=key)))
            if len(some) >= 1 + i % 5 or i == len(peers) - 1:
                yield kex.ExchangeStreamRequest(items=some)
                some = []

    answers = {}
    for message in kexd.kex.ExchangeStream(requests(), timeout=6 * DEADLINE_SECONDS):
        for item in message.items:
            assert item.ref not in answers, item.ref
            answers[item.ref] = item
    assert answers.keys() == peers.keys()
    for i, (ref, peer) in enumerate(peers.items()):
        if i % 100 == 7:
            assert answers[ref].error.reason == error_reason.ERROR_REASON_INVALID_PUBLIC_KEY, answers[ref]
        else:
            public = answers[ref].response.public_key
            assert answers[ref].response.secret == hkdf(peer.agree(public), peer.public, public), ref


def sign_verify(kexd):
    message = b"signed by kexd"
    name = "python-%s" % os.urandom(8).hex()
    created = kexd.signing.CreateSigningKey(
        signing.CreateSigningKeyRequest(name=name, algorithm="ed25519"), timeout=DEADLINE_SECONDS)
    public = created.key.versions[0].public_key
    signature = kexd.signing.Sign(
        signing.SignRequest(key=name, message=message), timeout=DEADLINE_SECONDS).signature
    assert sodium.crypto_sign_open(signature + message, public) == message
    verdict = openssl("pkeyutl", "-verify", "-pubin", "-inkey", "{key}", "-keyform", "DER", "-rawin", "-in", "{message}",
                      "-sigfile", "{signature}", key=ED25519_SPKI + public, message=message, signature=signature)
    assert b"Verified Successfully" in verdict, verdict

    private, public = openssl_key("ED25519", ED25519_SPKI)
    signature = openssl("pkeyutl", "-sign", "-inkey", "{key}", "-rawin", "-in", "{message}", key=private,
                        message=b"signed by OpenSSL")
    for text, valid in ((b"signed by OpenSSL", True), (b"signed by nobody", False)):
        reply = kexd.signing.Verify(
            signing.VerifyRequest(public_key=public, algorithm="ed25519", message=text, signature=signature),
            timeout=DEADLINE_SECONDS)
        assert reply.valid == valid, text


def transcript(kind, initiator, responder, expiry, context):
    return (b"kexd-exchange-v1" + bytes([kind]) + sized(1, b"x25519") + sized(2, initiator) + sized(2, responder)
            + expiry.to_bytes(8, "big") + b"\0" + sized(2, context))


def signed_exchange(kexd):
    """Who answered, and with which keys: checked by libsodium."""
    name = "python-%s" % os.urandom(8).hex()
    created = kexd.signing.CreateSigningKey(
        signing.CreateSigningKeyRequest(name=name, algorithm="ed25519", purpose=signing.PURPOSE_SIGN_EXCHANGE),
        timeout=DEADLINE_SECONDS)
    public = created.key.versions[0].public_key
    peer = SodiumPeer()
    reply = kexd.exchange(peer_public_key=peer.public, sign_with=name, context=b"python")
    said = transcript(2, peer.public, reply.public_key, 0, b"python")
    assert sodium.crypto_sign_open(reply.signature + said, public) == said

    pair = kexd.kex.GenerateKeyPair(
        kex.GenerateKeyPairRequest(curve="x25519", sign_with=name), timeout=DEADLINE_SECONDS)
    said = transcript(1, b"", pair.public_key, pair.expires_at.ToMilliseconds(), b"")
    assert sodium.crypto_sign_open(pair.signature + said, public) == said


SCENARIOS = {f.__name__: f for f in (exchange_hkdf, exchange_spki, exchange_dhkem, generate_agree, small_order,
                                     batch, stream, sign_verify, signed_exchange)}

if __name__ == "__main__":
    SCENARIOS[sys.argv[3]](Kexd(sys.argv[2], sys.argv[4:7]))
    print("passed:", sys.argv[3])
