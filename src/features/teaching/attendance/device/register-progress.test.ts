import { expect, test } from 'vitest';
import { RegisterDevice, type Answer, type DeviceWorld } from './register-device.ts';
import { progressOf } from './register-progress.ts';

const place = { batchId: 1, onDate: '2026-11-26', sitting: 1, offeringId: null };
const absent = { kind: 'absent' as const, codeId: null, minutes: null, leftAt: null, remark: null };

/** A device whose server answers when the test says so. */
async function device() {
  const kept = new Map<string, string>();
  let answer = (_: Answer): void => {};
  const world: DeviceWorld = {
    read: (name) => Promise.resolve(JSON.parse(kept.get(name) ?? 'null')),
    write: (name, value) => Promise.resolve(void kept.set(name, JSON.stringify(value))),
    send: () => new Promise((resolve) => (answer = resolve)),
    alone: (_name, work) => work(),
    tell: () => {},
    newId: () => '1',
    now: () => Date.parse('2026-11-26T07:12:00Z'),
  };
  const opened = new RegisterDevice(world);
  await opened.load();
  return {
    opened,
    progress: (isTaken = false) => progressOf(opened.now(), place, isTaken),
    save: () =>
      opened.save({ ...place, label: '', reason: '', marks: [{ studentId: 1, name: '', mark: absent, was: null }] }),
    answer: (given: Answer) => answer(given),
    isSending: () => expect.poll(() => opened.now().outbox[0]?.isBeingSent).toBe(true),
  };
}

test('while a register is sent it is saving; once the server has it, it is saved, though the page was read before', async () => {
  const { opened, progress, save, answer, isSending } = await device();
  const seen = new Set<string>();
  opened.subscribe(() => seen.add(progress().is));
  expect([progress(), progress(true)]).toEqual([{ is: 'notTaken' }, { is: 'taken' }]);
  const { sent } = await save();
  await isSending();
  expect(progress()).toEqual({ is: 'saving' });
  answer({ kind: 'saved', problems: [] });
  await sent;
  expect(progress()).toEqual({ is: 'saved', at: Date.parse('2026-11-26T07:12:00Z') });
  expect([...seen]).toEqual(['notTaken', 'saving', 'saved']);
});

test('without a network it is on the device, until it arrives; what the server asks about is not saved', async () => {
  const { opened, progress, save, answer, isSending } = await device();
  const { sent } = await save();
  await isSending();
  answer({ kind: 'away' });
  await sent;
  expect(progress(true)).toEqual({ is: 'onDevice' });
  const later = opened.flush();
  await isSending();
  answer({ kind: 'saved', problems: [{ studentId: 1, message: 'Someone else marked it.', current: null }] });
  await later;
  expect(progress(true)).toEqual({ is: 'asking' });
  const mine = opened.decide('1', 1, 'mine');
  await isSending();
  answer({ kind: 'saved', problems: [] });
  await mine;
  expect(progress()).toMatchObject({ is: 'saved' });
});
