import { waitingNote } from '#web/client/device-keys.ts';
import { readSealed, rememberKey, writeSealed } from './sealed-store.ts';
import type { Answer, DeviceWorld } from './device-world.ts';
import { RegisterDevice } from './register-device.ts';
import type { SentPack } from './sent-pack.ts';
import type { Entry } from './outbox.ts';

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

export type Met = { device: RegisterDevice; accountId: string; name: string } | 'away' | 'signedOut';

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
