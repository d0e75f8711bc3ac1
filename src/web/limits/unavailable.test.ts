import { expect, test } from 'vitest';
import { DiskFull, StoreAway, Uncertain } from '#kernel/errors.ts';
import { DatabaseAway } from '#kernel/postgres/watch.ts';
import { unavailable } from '../answer-to-error.ts';

const failed = (code: string, more: object = {}) =>
  new Error('Failed query', { cause: Object.assign(new Error('as it was said'), { code, ...more }) });

test.each([
  ['PostgreSQL found no room', failed('53100'), 'disk is full'],
  ['an upload found no room', failed('ENOSPC', { syscall: 'write' }), 'disk is full'],
  ['there is too little room', new DiskFull(), 'disk is full'],
  [
    'the store of uploads is away',
    new StoreAway('refused', { cause: failed('ECONNREFUSED') }),
    'store of uploaded files',
  ],
  ['no connection is left', failed('53300'), 'The server is busy'],
  ['no connection of ours is free', new Error('timeout exceeded when trying to connect'), 'The server is busy'],
  ['someone holds the rows', failed('55P03'), 'Someone else is changing'],
  ['two wait for each other', failed('40P01'), 'Someone else is changing'],
  ['the statement took too long', failed('57014'), 'This took too long'],
  ['PostgreSQL is stopped', failed('57P01'), 'not responding'],
  ['the socket is gone', failed('ENOENT', { syscall: 'connect' }), 'not responding'],
  ['it is frozen', new DatabaseAway(), 'not responding'],
  ['it went away at the commit', new Uncertain({ cause: failed('57P01') }), 'Check whether your change was saved'],
])('when %s, a clerk is told so', (_, error, words) => {
  expect(unavailable(error)).toContain(words);
});

test('permanent errors are none of these', () => {
  expect(unavailable(failed('23505'))).toBeUndefined();
  expect(unavailable(failed('ENOENT', { syscall: 'open' }))).toBeUndefined();
  expect(unavailable(new TypeError('x is not a function'))).toBeUndefined();
});
