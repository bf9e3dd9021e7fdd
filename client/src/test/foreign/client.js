// A client of kexd in JavaScript: grpc-js, keys and signatures by Node's crypto, which is OpenSSL.
//
// node client.js PROTOS TARGET SCENARIO [CA CERTIFICATE KEY]
//
// PROTOS is a folder with kexd/v1 and google/rpc. Every derived secret is computed here a second time, from the text
// of the contract. Ends with the line `passed: SCENARIO`, or with the assertion that failed.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');
const path = require('node:path');
const protobuf = require('protobufjs');

const [protos, target, scenario, ...tls] = process.argv.slice(2);
const DEADLINE_MS = 10_000;
const SPKI_HEADER = 12; // bytes before the key in an RFC 8410 SubjectPublicKeyInfo

const definition = protoLoader.loadSync(
  ['kexd/v1/key_exchange_service.proto', 'kexd/v1/signing_service.proto'],
  { includeDirs: [protos], keepCase: true, enums: String, defaults: true, bytes: Buffer });
const v1 = grpc.loadPackageDefinition(definition).kexd.v1;
const credentials = tls.length
  ? grpc.credentials.createSsl(fs.readFileSync(tls[0]), fs.readFileSync(tls[2]), fs.readFileSync(tls[1]))
  : grpc.credentials.createInsecure();
const kex = new v1.KeyExchangeService(target, credentials);
const signing = new v1.SigningService(target, credentials);

const rpc = new protobuf.Root();
rpc.resolvePath = (origin, name) => path.join(protos, name);
rpc.loadSync(['google/rpc/status.proto', 'google/rpc/error_details.proto']);
const Status = rpc.lookupType('google.rpc.Status');
const ErrorInfo = rpc.lookupType('google.rpc.ErrorInfo');

/** One unary call; the promise fails with the call's status. */
const call = (client, method, request) => new Promise((resolve, reject) =>
  client[method](request, { deadline: Date.now() + DEADLINE_MS }, (error, reply) => error ? reject(error) : resolve(reply)));

/** The status code's name and the ErrorInfo's reason of a call that must be refused. */
async function refusal(promise) {
  const error = await promise.then(() => assert.fail('not refused'), (e) => e);
  const [details] = error.metadata.get('grpc-status-details-bin');
  const status = Status.decode(details);
  assert.equal(status.code, error.code);
  const [info] = status.details
    .filter((any) => any.type_url === 'type.googleapis.com/google.rpc.ErrorInfo')
    .map((any) => ErrorInfo.decode(any.value));
  assert.equal(info.domain, 'kexd.io');
  return [grpc.status[error.code], info.reason];
}

/** An X25519 key pair that OpenSSL made and computes with. */
function x25519() {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('x25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const header = spki.subarray(0, SPKI_HEADER);
  return {
    publicKey: spki.subarray(SPKI_HEADER),
    agree: (theirs) => crypto.diffieHellman({
      privateKey,
      publicKey: crypto.createPublicKey({ key: Buffer.concat([header, theirs]), type: 'spki', format: 'der' }),
    }),
  };
}

function sized(width, field) {
  const size = Buffer.alloc(width);
  size.writeUIntBE(field.length, 0, width);
  return Buffer.concat([size, field]);
}

/** The contract's HKDF with its binding of curve and keys. */
function hkdf(shared, initiator, responder, { hash = 'sha256', salt = '', info = '', length = 32 } = {}) {
  const bound = Buffer.concat([Buffer.from('kexd-v1'), sized(1, Buffer.from('x25519')), sized(2, Buffer.from(info)),
    sized(2, initiator), sized(2, responder)]);
  return Buffer.from(crypto.hkdfSync(hash, shared, salt, bound, length));
}

const scenarios = {
  async exchange() {
    const peer = x25519();
    let reply = await call(kex, 'Exchange', { curve: 'x25519', peer_public_key: peer.publicKey });
    assert.deepEqual(reply.secret, hkdf(peer.agree(reply.public_key), peer.publicKey, reply.public_key));
    for (const hash of ['sha256', 'sha384', 'sha512']) {
      const wanted = { salt: 'salt', info: 'javascript', length: 77 };
      reply = await call(kex, 'Exchange', {
        curve: 'x25519',
        peer_public_key: peer.publicKey,
        hkdf: { hash: `HASH_${hash.toUpperCase()}`, salt: Buffer.from('salt'), info: Buffer.from('javascript'), length: 77 },
      });
      assert.deepEqual(reply.secret,
        hkdf(peer.agree(reply.public_key), peer.publicKey, reply.public_key, { hash, ...wanted }));
    }
  },

  async generateAgree() {
    const peer = x25519();
    const pair = await call(kex, 'GenerateKeyPair', { curve: 'x25519', ttl: { seconds: 30 } });
    const left = Number(pair.expires_at.seconds) - Date.now() / 1000;
    assert.ok(left > 0 && left <= 31, `expires in ${left} s`);
    const request = { handle: pair.handle, peer_public_key: peer.publicKey };
    const reply = await call(kex, 'Agree', request);
    assert.deepEqual(reply.secret, hkdf(peer.agree(pair.public_key), pair.public_key, peer.publicKey));
    assert.deepEqual(await refusal(call(kex, 'Agree', request)), ['FAILED_PRECONDITION', 'KEY_ALREADY_USED']);
  },

  /** Both ends are kexd's: an initiator's pair, and a responder's, each with the other's key. */
  async bothEnds() {
    const [one, two] = await Promise.all([1, 2].map(() => call(kex, 'GenerateKeyPair', { curve: 'x25519' })));
    const [initiator, responder] = await Promise.all([
      call(kex, 'Agree', { handle: one.handle, peer_public_key: two.public_key, role: 'ROLE_INITIATOR' }),
      call(kex, 'Agree', { handle: two.handle, peer_public_key: one.public_key, role: 'ROLE_RESPONDER' }),
    ]);
    assert.equal(initiator.secret.length, 32);
    assert.deepEqual(initiator.secret, responder.secret);
  },

  async refusals() {
    const peer = x25519();
    assert.deepEqual(await refusal(call(kex, 'Exchange', { curve: 'x25519', peer_public_key: Buffer.alloc(32) })),
      ['INVALID_ARGUMENT', 'INVALID_PUBLIC_KEY']);
    assert.deepEqual(await refusal(call(kex, 'Exchange', { curve: 'x25519', peer_public_key: peer.publicKey.subarray(1) })),
      ['INVALID_ARGUMENT', 'INVALID_PUBLIC_KEY']);
    assert.deepEqual(await refusal(call(kex, 'Exchange', { curve: 'x25518', peer_public_key: peer.publicKey })),
      ['INVALID_ARGUMENT', 'UNKNOWN_CURVE']);
    assert.deepEqual(await refusal(call(kex, 'Agree', { handle: 'invented', peer_public_key: peer.publicKey })),
      ['NOT_FOUND', 'KEY_NOT_FOUND']);
  },

  async batch() {
    const peers = Array.from({ length: 20 }, x25519);
    const items = peers.map((peer, i) => ({
      ref: `session ${i}`,
      request: { curve: 'x25519', peer_public_key: i === 3 ? Buffer.alloc(32) : peer.publicKey },
    }));
    const reply = await call(kex, 'BatchExchange', { items });
    assert.deepEqual(reply.items.map((item) => item.ref), items.map((item) => item.ref));
    reply.items.forEach(({ response, error }, i) => {
      if (i === 3) {
        assert.equal(error.code, grpc.status.INVALID_ARGUMENT);
        assert.equal(error.reason, 'ERROR_REASON_INVALID_PUBLIC_KEY');
        assert.equal(error.field, 'peer_public_key');
      } else {
        assert.deepEqual(response.secret,
          hkdf(peers[i].agree(response.public_key), peers[i].publicKey, response.public_key));
      }
    });
    const pairs = await call(kex, 'BatchGenerateKeyPair', { items: peers.map(() => ({ request: { curve: 'x25519' } })) });
    const agreed = await call(kex, 'BatchAgree', {
      items: pairs.items.map((pair, i) =>
        ({ request: { handle: pair.response.handle, peer_public_key: peers[i].publicKey } })),
    });
    agreed.items.forEach(({ response }, i) => {
      const { public_key: own } = pairs.items[i].response;
      assert.deepEqual(response.secret, hkdf(peers[i].agree(own), own, peers[i].publicKey));
    });
    assert.deepEqual(await refusal(call(kex, 'BatchExchange', { items: [] })), ['INVALID_ARGUMENT', 'INVALID_REQUEST']);
  },

  /** Some items a message, some of them bad; the answers come in any order. */
  async stream() {
    const peers = new Map(Array.from({ length: 300 }, (_, i) => [`ref ${i}`, x25519()]));
    const answers = new Map();
    const stream = kex.ExchangeStream({ deadline: Date.now() + 6 * DEADLINE_MS });
    const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
    stream.on('data', (message) => message.items.forEach((item) => {
      assert.ok(!answers.has(item.ref));
      answers.set(item.ref, item);
    }));
    let items = [];
    [...peers].forEach(([ref, peer], i) => {
      const key = i % 100 === 7 ? Buffer.alloc(32) : peer.publicKey;
      items.push({ ref, request: { curve: 'x25519', peer_public_key: key } });
      if (items.length >= 1 + i % 5 || i === peers.size - 1) {
        stream.write({ items });
        items = [];
      }
    });
    stream.end();
    await ended;
    assert.equal(answers.size, peers.size);
    [...peers].forEach(([ref, peer], i) => {
      const { response, error } = answers.get(ref);
      if (i % 100 === 7) {
        assert.equal(error.reason, 'ERROR_REASON_INVALID_PUBLIC_KEY');
      } else {
        assert.deepEqual(response.secret, hkdf(peer.agree(response.public_key), peer.publicKey, response.public_key));
      }
    });
  },

  async signVerify() {
    const name = `javascript-${crypto.randomUUID()}`;
    const message = Buffer.from('signed by kexd');
    const { key } = await call(signing, 'CreateSigningKey',
      { name, algorithm: 'ed25519', encoding: 'KEY_ENCODING_SPKI' });
    const publicKey = crypto.createPublicKey({ key: key.versions[0].public_key, type: 'spki', format: 'der' });
    const { signature } = await call(signing, 'Sign', { key: name, message });
    assert.ok(crypto.verify(null, message, publicKey, signature));

    const pair = crypto.generateKeyPairSync('ed25519');
    const theirs = {
      public_key: pair.publicKey.export({ type: 'spki', format: 'der' }),
      encoding: 'KEY_ENCODING_SPKI',
      algorithm: 'ed25519',
      message,
      signature: crypto.sign(null, message, pair.privateKey),
    };
    assert.equal((await call(signing, 'Verify', theirs)).valid, true);
    assert.equal((await call(signing, 'Verify', { ...theirs, message: Buffer.from('another') })).valid, false);
  },
};

scenarios[scenario]().then(() => {
  console.log(`passed: ${scenario}`);
  kex.close();
  signing.close();
}, (error) => {
  console.error(error);
  process.exit(1);
});
