import { expect, test, vi } from 'vitest';
import { connect } from './database.ts';
import { lookForWork, wakeOnCommit, onCommitted } from './look-for-work.ts';
import { freshDatabase } from '#test/harness/database.ts';

test('it looks when woken, when something is due, and every half minute', async () => {
  vi.useFakeTimers();
  try {
    const looks: number[] = [];
    const due: { next?: number } = {};
    const looking = lookForWork(
      async () => {
        looks.push(Math.round(performance.now() / 1000));
        return due.next;
      },
      () => {},
    );
    const from = Math.round(performance.now() / 1000);
    const at = () => looks.map((second) => second - from);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(at()).toEqual([0, 30]);
    looking.wake(3000);
    looking.wake(5000);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(at()).toEqual([0, 30, 34]);
    due.next = 2000;
    looking.wake();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(at()).toEqual([0, 30, 34, 35, 37]);
    await looking.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at()).toHaveLength(5);
  } finally {
    vi.useRealTimers();
  }
});

test('a look that fails is told of, and taken again', async () => {
  vi.useFakeTimers();
  try {
    const errors: string[] = [];
    const looking = lookForWork(
      async () => {
        throw new Error('away');
      },
      ({ message }) => errors.push(message),
    );
    await vi.advanceTimersByTimeAsync(6_000);
    expect(errors).toEqual(['away', 'away']);
    await looking.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('who waits for rows is called when they are committed, and not when they are not', async () => {
  const fresh = await freshDatabase();
  const database = connect({ url: fresh.appUrl, max: 1 });
  let called = 0;
  const forget = onCommitted('outbox', () => void (called += 1));
  await database.anonymous(async (tx) => {
    wakeOnCommit(tx, 'outbox');
    await tx.execute('select 1');
    expect(called).toBe(0);
  });
  expect(called).toBe(1);
  await expect(
    database.anonymous(async (tx) => {
      wakeOnCommit(tx, 'outbox');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(called).toBe(1);
  forget();
  await database.close();
  await fresh.drop();
});
