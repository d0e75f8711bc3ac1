import { afterEach, expect, test, vi } from 'vitest';
import { prefetch } from './prefetch.ts';

afterEach(() => vi.unstubAllGlobals());

test('a file is fetched ahead once, as connect-src allows; one that failed is tried again', async () => {
  const fetched: unknown[][] = [];
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(new Response('body'))];
  vi.stubGlobal('fetch', (...given: unknown[]) => {
    fetched.push(given);
    return answers.shift();
  });
  prefetch('/assets/home.js');
  prefetch('/assets/home.js');
  expect(fetched).toEqual([['/assets/home.js', { priority: 'low' }]]);
  await vi.waitFor(() => {
    prefetch('/assets/home.js');
    expect(fetched).toHaveLength(2);
  });
});
