import { deviceDatabase, keyStore } from '#web/client/device-keys.ts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/*
 * What a device keeps of registers. Everything is sealed with a key of the account that the server gives to its sessions:
 * the copy on the device cannot be read out and ends with the session, so that nobody else finds a name. What waits to
 * be sent stays sealed, and the same account finds it again when it signs in.
 */
interface Stored extends DBSchema {
  keys: { key: string; value: { key: CryptoKey; name: string; until: number } };
  sealed: { key: string; value: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer } };
}

/** Null where the browser keeps nothing: without HTTPS, or in a private window. */
async function open(): Promise<IDBPDatabase<Stored> | null> {
  // Without HTTPS there is no `subtle`.
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) return null;
  return openDB<Stored>(deviceDatabase, 1, {
    upgrade(made) {
      made.createObjectStore(keyStore);
      made.createObjectStore('sealed');
    },
  }).catch(() => null);
}

let opened: ReturnType<typeof open> | undefined;
const database = () => (opened ??= open());

export interface Owner {
  accountId: string;
  name: string;
}

/** The key of a session that has not ended. */
async function keyOf(accountId: string): Promise<CryptoKey | null> {
  const db = await database();
  const known = await db?.get('keys', accountId);
  if (!known) return null;
  if (known.until > Date.now()) return known.key;
  await db!.delete('keys', accountId);
  return null;
}

/** Keeps the key for as long as the session lasts; other accounts' keys go. `raw` is base64. */
export async function rememberKey({ accountId, name }: Owner, raw: string, msLeft: number): Promise<void> {
  const db = await database();
  if (!db) return;
  const bytes = Uint8Array.from(atob(raw), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const change = db.transaction('keys', 'readwrite');
  await Promise.all([
    change.store.clear(),
    change.store.put({ key, name, until: Date.now() + msLeft }, accountId),
    change.done,
  ]);
}

export async function forgetKeys(): Promise<void> {
  await (await database())?.clear('keys');
}

/** Whose session lasts on this device. */
export async function ownerHere(): Promise<Owner | null> {
  const db = await database();
  for (const accountId of (await db?.getAllKeys('keys')) ?? [])
    if (await keyOf(accountId)) return { accountId, name: (await db!.get('keys', accountId))!.name };
  return null;
}

/** Where the browser keeps nothing, values live as long as the page. */
const unstored = new Map<string, unknown>();

/** The session has ended: what is kept cannot be opened until the same account signs in. */
export class SealedShut extends Error {}

export async function readSealed<Value>(accountId: string, name: string): Promise<Value | null> {
  const place = `${accountId} ${name}`;
  const db = await database();
  if (!db) return (unstored.get(place) as Value | undefined) ?? null;
  const key = await keyOf(accountId);
  if (!key) throw new SealedShut();
  const sealed = await db.get('sealed', place);
  if (!sealed) return null;
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
    return JSON.parse(new TextDecoder().decode(plain)) as Value;
  } catch {
    // Sealed with a key that the server has changed since: nobody can read it any more.
    return null;
  }
}

export async function writeSealed(accountId: string, name: string, value: unknown): Promise<void> {
  const place = `${accountId} ${name}`;
  const db = await database();
  if (!db) return void unstored.set(place, value);
  const key = await keyOf(accountId);
  if (!key) throw new SealedShut();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  await db.put('sealed', { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }, place);
}
