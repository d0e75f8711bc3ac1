import { expect, test } from 'vitest';
import { databaseError } from '#kernel/errors.ts';
import { isConnectionLost } from '#kernel/database/failures.ts';
import { isRetryable } from './import-work.ts';

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

test('a connection that breaks while something is written is no answer of the database: the import runs again', () => {
  for (const broken of [
    failure('This socket has been ended by the other party', 'EPIPE'),
    failure('write EPIPE', 'EPIPE'),
    failure('read ECONNRESET', 'ECONNRESET'),
    failure('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED'),
    new Error('Failed query', { cause: failure('This socket has been ended by the other party', 'EPIPE') }),
  ]) {
    expect(databaseError(broken)).toBeNull();
    expect(isConnectionLost(broken)).toBe(true);
    expect(isRetryable(broken)).toBe(true);
  }
  for (const [code, isRetried] of [
    ['57P01', true],
    ['40P01', true],
    ['23514', false],
    ['XX000', false],
    ['AK003', false],
  ] as const) {
    expect(databaseError(failure('said by the database', code))?.code).toBe(code);
    expect(isRetryable(failure('said by the database', code))).toBe(isRetried);
  }
});
