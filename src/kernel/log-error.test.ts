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

test('the queue’s copy of an error is logged with its message, code, place and queue, without values', () => {
  const error = new DrizzleQueryError('insert into pins values ($1)', ['1234-5678'], new Error('gone'));
  const copied = { ...error, message: error.message, stack: error.stack, queue: 'pins.make', worker: 'w' };
  const told = errorForLog(copied);
  expect(told).toMatchObject({
    type: 'Error',
    message: 'Failed query: insert into pins values ($1)',
    stack: expect.stringContaining('log-error.test.ts'),
    queue: 'pins.make',
    cause: { message: 'gone' },
  });
  expect(JSON.stringify(told)).not.toContain('1234-5678');
  const detail = 'Key (phone)=(+2348031112233) already exists.';
  expect(errorForLog({ code: '57P01', message: 'terminating connection', queue: 'pins.make', detail })).toEqual({
    type: 'Error',
    message: 'terminating connection',
    stack: 'Error: terminating connection\n',
    code: '57P01',
    queue: 'pins.make',
  });
});

test('what is thrown without being an error is named all the same', () => {
  expect(errorForLog({ queue: 'pins.make', data: { phone: '+2348031112233' } })).toBe('Error with queue, data');
  expect(errorForLog(Object.create(null))).toBe('Error with nothing in it');
  expect(errorForLog('gone')).toBe('gone');
});
