import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorForLog } from './log-error.ts';

test('a failed query is logged with its place and its cause, without what it was asked with', () => {
  let line = '';
  const out = new Writable({
    write(chunk, _, done) {
      line += String(chunk);
      done();
    },
  });
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'students_key',
    detail: 'Key (phone)=(+2348031112233) already exists.',
  });
  const error = new DrizzleQueryError('insert into students values ($1)', ['Essien\n    at nowhere', 'O-'], cause);
  pino({ serializers: { err: errorForLog } }, out).error({ err: error }, 'request failed');
  const { err } = JSON.parse(line);
  expect(err).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: insert into students values ($1)',
    code: '23505',
    constraint: 'students_key',
    cause: { message: 'duplicate key' },
  });
  expect(err.stack).toContain('log-error.test.ts');
  expect(line).not.toMatch(/Essien|O-|2348031112233/);
});

test('what is thrown without being an error is named all the same', () => {
  expect(errorForLog({ code: '57P01', message: 'terminating connection', queue: 'pins.make' })).toBe(
    'Error 57P01: terminating connection',
  );
  expect(errorForLog({ queue: 'pins.make', data: { phone: '+2348031112233' } })).toBe('Error with queue, data');
  expect(errorForLog(Object.create(null))).toBe('Error with nothing in it');
  expect(errorForLog('gone')).toBe('gone');
});
