import { expect, test } from 'vitest';
import { RegisterDevice, type DeviceWorld } from './register-device.ts';

const pack = { institutions: [], batches: [], lessons: [], registers: [] };

/** A device whose storage outlives its page, with a clock that the test sets. */
function stored() {
  const kept = new Map<string, string>();
  const clock = { now: 1_000_000, isOpen: true };
  const world: DeviceWorld = {
    read: (name) =>
      clock.isOpen ? Promise.resolve(JSON.parse(kept.get(name) ?? 'null')) : Promise.reject(new Error('sealed')),
    write: (name, value) => Promise.resolve(void kept.set(name, JSON.stringify(value))),
    send: () => Promise.resolve({ kind: 'saved', problems: [] }),
    alone: (_name, work) => work(),
    tell: () => {},
    newId: () => '1',
    now: () => clock.now,
  };
  return { clock, open: () => new RegisterDevice(world) };
}

test('what the server sent is good for five minutes, over pages and after marks were sent', async () => {
  const { clock, open } = stored();
  const first = open();
  await first.load();
  expect(first.isPackRecent()).toBe(false);
  await first.learn(pack);
  const again = open();
  await again.load();
  clock.now += 4 * 60_000;
  const mark = { kind: 'absent' as const, codeId: null, minutes: null, leftAt: null, remark: null };
  const { sent } = await again.save({
    batchId: 1,
    onDate: '2026-11-26',
    sitting: 1,
    offeringId: null,
    label: '',
    reason: '',
    marks: [{ studentId: 1, name: '', mark, was: null }],
  });
  await sent;
  expect(again.isPackRecent()).toBe(true);
  // Sending marks makes it no younger.
  clock.now += 60_000;
  expect(again.isPackRecent()).toBe(false);
  // A clock that was put back does not keep an old one for ever.
  clock.now -= 3_600_000;
  expect(again.isPackRecent()).toBe(false);
});

test('what cannot be opened is not recent: the session has ended, or someone else used the device', async () => {
  const { clock, open } = stored();
  const first = open();
  await first.load();
  await first.learn(pack);
  clock.isOpen = false;
  const other = open();
  await expect(other.load()).rejects.toThrow('sealed');
  expect(other.isPackRecent()).toBe(false);
});
