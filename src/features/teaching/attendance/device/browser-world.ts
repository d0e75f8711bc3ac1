import { waitingNote, deviceDatabase, keyStore } from '#web/client/device-keys.ts';
import { RegisterDevice, type Answer, type DeviceWorld, type DeviceState } from './register-device.ts';
import type { SentPack } from './pack.queries.ts';
import type { Entry } from './outbox.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
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
async function rememberKey({ accountId, name }: Owner, raw: string, msLeft: number): Promise<void> {
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
class SealedShut extends Error {}

async function readSealed<Value>(accountId: string, name: string): Promise<Value | null> {
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

async function writeSealed(accountId: string, name: string, value: unknown): Promise<void> {
  const place = `${accountId} ${name}`;
  const db = await database();
  if (!db) return void unstored.set(place, value);
  const key = await keyOf(accountId);
  if (!key) throw new SealedShut();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  await db.put('sealed', { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }, place);
}

const channelName = 'akada-registers';
const sendAgainAfter = 15_000;

/** The token of the page, or of the pack where the page has none. */
let csrf = '';
const csrfToken = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content || csrf;

const own = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };

async function send({ id: _, label: __, state: ___, marks, ...entry }: Entry): Promise<Answer> {
  const token = csrfToken();
  // The page without a network has none until the server is met.
  if (!token) return { kind: 'away' };
  const { batchId, onDate, sitting, offeringId, markedAt, isDayConfirmed, reason } = entry;
  const body = {
    batchId,
    onDate,
    sitting,
    offeringId,
    markedAt,
    isDayConfirmed,
    reason,
    sentAt: Date.now(),
    marks: marks.map(({ studentId, mark, was }) => ({ studentId, mark, was })),
  };
  const answer = await fetch('/registers', {
    method: 'POST',
    cache: 'no-store',
    body: JSON.stringify(body),
    headers: { ...own, 'Content-Type': 'application/json', 'X-CSRF-Token': token },
  }).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: 'away' };
  if (answer.status === 401) return { kind: 'signedOut' };
  const content = (await answer.json().catch(() => ({}))) as {
    problems?: Extract<Answer, { kind: 'saved' }>['problems'];
    message?: string;
    errors?: Record<string, string>;
  };
  if (answer.ok) return { kind: 'saved', problems: content.problems ?? [] };
  const [field = 'form', message] = Object.entries(content.errors ?? {})[0] ?? [];
  return { kind: 'refused', field, message: message ?? content.message ?? 'The server refused this register.' };
}

const worldOf = (accountId: string, channel: BroadcastChannel | null): DeviceWorld => ({
  read: (name) => readSealed(accountId, name),
  write: (name, value) => writeSealed(accountId, name, value),
  send,
  alone: (name, work) =>
    // Old browsers have no locks; they have no second tab in view either.
    // oxlint-disable-next-line typescript/no-unnecessary-condition
    navigator.locks
      ? navigator.locks.request(`akada-registers-${name}`, { ifAvailable: name === 'send' }, (lock) =>
          lock ? work() : undefined,
        )
      : work(),
  tell: () => channel?.postMessage(accountId),
  newId: () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
  now: () => Date.now(),
});

const devices = new Map<string, RegisterDevice>();

/** The device's registers of an account, one for the whole page. */
export function deviceOf(accountId: string): RegisterDevice {
  const known = devices.get(accountId);
  if (known) return known;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  const device = new RegisterDevice(worldOf(accountId, channel));
  channel?.addEventListener('message', ({ data }) => data === accountId && void device.load().catch(() => {}));
  window.addEventListener('online', () => void device.flush());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void device.flush());
  setInterval(() => {
    if (device.now().outbox.some(({ state }) => state === 'waiting') && !device.now().isSending) void device.flush();
  }, sendAgainAfter);
  device.subscribe(() => noteWaiting(device.now().outbox.length));
  devices.set(accountId, device);
  return device;
}

/** For the sign-in page: that something waits, not what. */
function noteWaiting(count: number): void {
  try {
    if (count > 0) localStorage.setItem(waitingNote, String(count));
    else localStorage.removeItem(waitingNote);
  } catch {
    // A private window may refuse storage.
  }
}

type Met = { device: RegisterDevice; accountId: string; name: string } | 'away' | 'signedOut';

/** Asks the server what the device needs for the coming days, and gives it the key of this session. */
export async function meetServer(): Promise<Met> {
  const answer = await fetch('/registers/device', { headers: own, cache: 'no-store' }).catch(() => null);
  if (answer?.status === 401) return 'signedOut';
  if (!answer?.ok) return 'away';
  const { accountId: id, name, key, msLeft, csrf: token, pack } = (await answer.json()) as SentPack;
  csrf = token;
  const accountId = String(id);
  await rememberKey({ accountId, name }, key, msLeft);
  const device = deviceOf(accountId);
  await device.load();
  await device.learn(pack);
  keepFilesOffline();
  void device.flush();
  return { device, accountId, name };
}

/** The worker keeps the page that works without a network, for those who take registers. */
function keepFilesOffline(): void {
  // Without HTTPS there is none.
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: '/registers' }));
}

/**
 * The registers on this device, for the signed-in account. The server is asked for them once in some minutes, and whenever
 * they cannot be opened: they are not here yet, the session had ended, or somebody else has used the device.
 */
export function useRegisterDevice(accountId: string): { device: RegisterDevice; state: DeviceState } {
  const [device] = useState(() => deviceOf(accountId));
  const state = useSyncExternalStore(device.subscribe, device.now, device.now);
  useEffect(() => {
    const isHere = device.load().then(
      () => device.isPackRecent(),
      () => false,
    );
    isHere.then((yes) => (yes ? device.flush() : meetServer().then(() => {}))).catch(() => {});
  }, [device]);
  return { device, state };
}
