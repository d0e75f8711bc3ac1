import { expect, test } from 'vitest';
import { explain } from '#kernel/postgres/trouble.ts';

test.each([
  ['initdb: error: could not write to file: No space left on device', 'The disk that holds /data is full'],
  ['ENOSPC: no space left on device, write', 'The disk that holds /data is full'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'There is not enough memory'],
  ['FATAL:  database files are incompatible with server', 'was written by another version'],
  ["EACCES: permission denied, mkdir '/data'", '/data belongs to another user'],
  ['error while loading shared libraries: libpq.so.5', 'the install scripts did not run'],
])('%s', (said, sentence) => {
  expect(explain(said, '/data').message).toContain(sentence);
});

test('unexpected output is shown unchanged', () => {
  expect(explain('FATAL:  the moon is full\n', '/data').message).toBe(
    'PostgreSQL in /data does not start. Its output:\nFATAL:  the moon is full',
  );
});
