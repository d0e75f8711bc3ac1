import { expect, test } from 'vitest';
import { carryKeys, hashToken, keyedHash, keyFor, seal, unseal, unsealBytes } from './keys.ts';
import { laneFor } from './device-lane.ts';
import { readUnsubscribeCode, unsubscribeCode } from '../messages/unsubscribe-code.ts';

// What installations have stored was made with these: a change would lock them out of it. Never adapt the values.
const secret = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const bytes = (hex: string) => Buffer.from(hex, 'hex');

test.each([
  ['visitors', '4766135314d0286a4dc764a40a42b959c63663c8293756f4a7ec420a57a34a65'],
  ['idempotency:7:key', '52862463a79603de4342c5cf32e234b2ae468c736684af72485316f8195100f2'],
  ['messages.unsubscribe', '3bd8347154a4e0853ad49364e6f13b43c2908f9fe33d5bcb5003ac07636728ee'],
  ['pins.hash:7', 'bd0f13d19386fc28aebdd973d7829f4980c442310d8b7751c7c9ee50ca848625'],
  ['pins.seal:7', '42519663c6bda602b81cefa936f46dffacf75c8d3b12884c20a3b98c111f5314'],
  ['message provider:7:sms:termii', 'e5602a0ac85e2d3478aae664468de19162f4d494f10febd99383ec9f92e761a9'],
  ['pending change:7', '0b4e3cffafe19f38304fd10d4c3f59d4c3506caa31e57884e8c1f96a5fdb2002'],
  ['registers on devices:7', '11d71d95456ae58f05ac0b2ffd0b89f89d5d3a788a8b760dac4f88602984254f'],
  ['orders.code', 'fca6bdf3fde8f987e8688057cdebccd9cc81cfe145eda58543486de4c000343a'],
  ['orders.reservedBy', '98b26adc776fb49c08f193beaefb8ecd01b0488950ae3385fe296a694377e9fe'],
  ['gateway:7:paystack', 'cff9fa7c2723bb4bca3b02dc7929428e6a9bc66dbcdd59cef6094c0326a0b391'],
  ['transcripts.seal:7', 'e6b3d7b26759a1bdfa24dbc2e590b80db3634e91ef03663af7c483afcc0f5595'],
  ['results.opening:7', '5be6b73d1d6809ea55447023eefa29bd849cc98f180cb950e9459b0373ce5a89'],
  ['results.seal:7', '1c5acf6da586c2f1382030fbe6915c0c67271c56c98ca7faefdaf04056b0b984'],
  ['application codes', '54ed1e9808f588a892d3c470f8f49a033a5c7007bcbd1c39bf5aac39e16fffb8'],
  ['device lanes', '2ef374880e9639d9fbbed7e877909f2ed977128e301a6e333de3ea8fd0ab1e34'],
  ['machine:7:delivery-reports', '44f5240f7249b6c595545152d6089680cfb730676e98a090ddf752b271dd7836'],
])('the key for ‘%s’ stays the same', (purpose, key) => {
  expect(keyFor(secret, purpose).toString('hex')).toBe(key);
});

test.each([
  ['totp', '077e594a6eb67629ed832532048ccf7aee9e4afd8c73ce9bc36dfd58456f0031'],
  ['reset', 'fc1455fb42807fb48e2b6a712960e340661f4d6b32d99fe52e284c5a97cde105'],
  ['recovery', '1c13f81e09390fe1bfffc6113532da8d7b59beafaf37d31a2011f7efc9bec8f1'],
  ['throttle', '8cab3a08071486a423cdf5223d2845adb2dcb507bd9d980ae9daf1ad90274a21'],
  ['device', '49cdd0d93b18984b3bb449f0975410c44d33cd0e712b6c1c41fc1ac06beaa550'],
])('the keyed hash of accounts for ‘%s’ stays the same', (purpose, hash) => {
  expect(keyedHash(keyFor(secret, `akada:${purpose}`), '7:1234').toString('hex')).toBe(hash);
});

test('the hash of a token stays the same', () => {
  expect(hashToken('token').toString('hex')).toBe('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0');
});

test('codes and lanes that were handed out stay valid', () => {
  expect(laneFor(secret, 7, 'a'.repeat(16))).toBe('2mLq8M1gYtCS.0m06U4FeYMxd1o9UxP9lrA');
  const message = { institutionId: 7, outboxId: 99 };
  expect(readUnsubscribeCode(secret, '7-2r-7xiqKqvFsEul28Cz1xqEMr')).toEqual(message);
  expect(readUnsubscribeCode(secret, '8-2r-7xiqKqvFsEul28Cz1xqEMr')).toBeNull();
  expect(readUnsubscribeCode(secret, unsubscribeCode(secret, message))).toEqual(message);
});

test('a key that an institution brought along is used instead, with this secret alone', () => {
  const [own, other] = [Buffer.from(secret), Buffer.from(secret)];
  carryKeys(own, [{ purpose: 'pins.hash:7', key: Buffer.alloc(32, 1) }]);
  expect(keyFor(own, 'pins.hash:7')).toEqual(Buffer.alloc(32, 1));
  expect(keyFor(own, 'pins.hash:8')).toEqual(keyFor(other, 'pins.hash:8'));
  expect(keyFor(other, 'pins.hash:7')).toEqual(keyFor(secret, 'pins.hash:7'));
});

test('a text that was sealed before can be opened', () => {
  const sealed = bytes(
    '74deadb4f10eff8ba5ba2ec1e955efcc9295dc7e63e11c53f1272e04edcc8aaccc593b393edd869f5e7fd923d8d7f479a7',
  );
  expect(unseal(keyFor(secret, 'gateway:7:paystack'), sealed)).toBe('{"name":"Ọ̀ṣun"}');
  expect(unseal(keyFor(secret, 'gateway:8:paystack'), sealed)).toBeNull();
});

test('a secret that was sealed for an account before can be opened for that account alone', () => {
  const sealed = bytes('7adee03efc2c5f54f7190dbab34513437e795cd2ecc946da2ec1679b4feb6ca541');
  const key = keyFor(secret, 'akada:totp');
  expect(unsealBytes(key, sealed, 7)).toEqual(bytes('00ff10807f'));
  expect(() => unsealBytes(key, sealed, 8)).toThrow();
  expect(() => unsealBytes(key, sealed)).toThrow();
});

test('what is sealed now has the same form: 12 bytes, a tag of 16, and the content', () => {
  const key = keyFor(secret, 'akada:totp');
  const sealed = seal(key, bytes('00ff10807f'), 7);
  expect(sealed).toHaveLength(12 + 16 + 5);
  expect(unsealBytes(key, sealed, 7)).toEqual(bytes('00ff10807f'));
  expect(unseal(key, seal(key, 'Ọ̀ṣun'))).toBe('Ọ̀ṣun');
});
