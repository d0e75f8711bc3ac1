import { expect, test } from 'vitest';
import { cacheFor } from './cache.ts';

function counting(options: { seconds?: number; most?: number } = {}) {
  let now = 0;
  const made: string[] = [];
  const kept = cacheFor<string>({ seconds: 10, most: 3, now: () => now, ...options });
  return {
    made,
    wait: (seconds: number) => void (now += seconds * 1000),
    get: (key: string, failing = false) =>
      kept(key, async () => {
        made.push(key);
        if (failing) throw new Error('gone');
        return `${key} ${made.length}`;
      }),
  };
}

test('a page is rendered once for all requests within its time, then again', async () => {
  const { get, made, wait } = counting();
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a 1', 'a 1']);
  wait(9);
  expect(await get('a')).toBe('a 1');
  wait(1);
  expect(await get('a')).toBe('a 2');
  expect(made).toEqual(['a', 'a']);
});

test('however many addresses are requested, the number of cached pages is limited', async () => {
  const { get, made } = counting();
  for (const key of ['a', 'b', 'c', 'd']) await get(key);
  await get('d');
  await get('a');
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a']);
});

test('an error is not cached', async () => {
  const { get } = counting();
  await expect(get('a', true)).rejects.toThrow('gone');
  expect(await get('a')).toBe('a 2');
});
