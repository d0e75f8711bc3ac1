import { expect, test } from 'vitest';
import { judgeReplica } from '../../bin/server/replica.ts';

function twoServers() {
  const state = { now: 0, written: 100n, replayed: 100n, isStandby: true, isThere: true };
  const judged = judgeReplica({
    written: async () => state.written,
    standbyState: async () => {
      if (!state.isThere) throw new Error('gone');
      return { isStandby: state.isStandby, position: state.replayed };
    },
    now: () => state.now,
  });
  const look = async (change: Partial<typeof state> = {}) => {
    Object.assign(state, change);
    await judged.look();
  };
  return { state, judged, look };
}

test('a replica is read from its first look on, by those whose own changes it has', async () => {
  const { judged, look } = twoServers();
  expect([judged.holds(), judged.delay()]).toEqual([false, undefined]);
  await look();
  expect([judged.holds(), judged.holds(100n), judged.holds(101n)]).toEqual([true, true, false]);
  await look({ now: 1000, written: 120n, replayed: 110n });
  expect([judged.holds(110n), judged.holds(120n)]).toEqual([true, false]);
  await look({ now: 2000, replayed: 120n });
  expect([judged.holds(120n), judged.delay()]).toEqual([true, 0]);
});

test('a replica that is more than ten seconds behind is left out until it has caught up', async () => {
  const { judged, look } = twoServers();
  await look({ written: 200n });
  for (let now = 1000; now <= 10_000; now += 1000) await look({ now, written: 200n + BigInt(now) });
  expect([judged.delay(), judged.holds()]).toEqual([10_000, true]);
  await look({ now: 11_000 });
  expect([judged.delay(), judged.holds()]).toEqual([11_000, false]);
  // It has what was written in the eighth second.
  await look({ now: 12_000, replayed: 8200n });
  expect([judged.delay(), judged.holds()]).toEqual([3000, true]);
});

test.each([
  ['gone', { isThere: false }],
  ['promoted', { isStandby: false }],
])('a replica that is %s is left out at once and read again when it is back', async (_, trouble) => {
  const { judged, look } = twoServers();
  await look();
  await look({ now: 1000, ...trouble });
  expect([judged.holds(), judged.delay()]).toEqual([false, undefined]);
  await look({ now: 2000, isThere: true, isStandby: true });
  expect(judged.holds()).toBe(true);
  judged.leaveOut();
  expect(judged.holds()).toBe(false);
});

test('nor is one read that nobody has looked at for three seconds', async () => {
  const { state, judged, look } = twoServers();
  await look();
  state.now = 2999;
  expect(judged.holds()).toBe(true);
  state.now = 3000;
  expect(judged.holds()).toBe(false);
});
