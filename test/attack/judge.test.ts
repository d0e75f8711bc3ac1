import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Case } from './case.ts';
import type { Change } from './journal.ts';
import type { Person } from './people.ts';
import { zip } from './upload-bytes.ts';

// The attack is only as good as its eye: each wrong that it looks for, shown to it.
const rules = {
  families: new Map([['bursar', [5]]]),
  foreignIds: [7],
  secrets: ['Zungeru Polytechnic'],
  folder: '/nowhere/zq',
  typed: new Set<string>(),
};
const registrar: Person = { name: 'registrar', cookies: {}, rights: new Set(['students.create']) };
const nobody: Person = { name: 'nobody', cookies: {}, rights: new Set() };
const student: Person = { name: 'student', cookies: {}, rights: new Set(['students.viewSelf']) };

const answer = (body = '{}', headers: Record<string, string> = {}, statusCode = 200) =>
  ({
    statusCode,
    body,
    rawPayload: Buffer.from(body),
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', ...headers },
  }) as unknown as LightMyRequestResponse;
const change = (more: Partial<Change> = {}): Change => ({
  table: 'students',
  kind: 'INSERT',
  before: null,
  after: { institution_id: 1 },
  ...more,
});
const write: Case = {
  method: 'POST',
  sent: 'POST /students',
  csrf: 'valid',
  person: registrar,
  answer: answer(),
  matched: { url: '/students', may: 'students.create' },
  changes: [change()],
  milliseconds: 5,
};
const report: Case = {
  ...write,
  person: nobody,
  csrf: 'missing',
  isSigned: true,
  changes: [change({ table: 'outbox', before: {} })],
  matched: { url: '/hooks/:institution/x', may: 'machine' },
};
const read: Case = { ...write, method: 'GET', changes: [] };
const html = (rest: string, json = '{}') =>
  answer(`<html>${rest}<script type="application/json" data-page="app">${json}</script></html>`, {
    'content-type': 'text/html',
    'content-security-policy': `script-src 'self' 'nonce-0123456789abcdef01234'`,
  });
const publicPage = (body: string) =>
  answer(`<html>${body}</html>`, {
    'content-type': 'text/html',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'sha256-x'`,
  });
const workbook = (body: string) =>
  answer(body, { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
const said = (one: Case) => judge(one, rules).map((text) => text.split(':')[0]);

test('what is as it should be is let pass', () => {
  expect(said(write)).toEqual([]);
  expect(said(read)).toEqual([]);
  expect(said(report)).toEqual([]);
  expect(said({ ...report, isSigned: false, changes: [], answer: answer('{}', {}, 401) })).toEqual([]);
  expect(said({ ...write, repeats: 'same', changes: [change({ table: 'form_drafts' })] })).toEqual([]);
  expect(said({ ...write, repeats: 'otherPerson' })).toEqual([]);
  expect(said({ ...write, answer: answer('', { 'x-inertia-location': '/sign-in' }, 409) })).toEqual([]);
  expect(said({ ...read, answer: html('') })).toEqual([]);
  expect(said({ ...read, answer: publicPage('<p>&lt;script&gt;zq()</p>') })).toEqual([]);
  expect(said({ ...read, method: 'HEAD', answer: workbook('') })).toEqual([]);
  expect(said({ ...read, answer: answer("Surname\r\n'=1+1\r\n", { 'content-type': 'text/csv' }) })).toEqual([]);
});

const wrongs: [wrong: string, verdict: string, one: Case][] = [
  ['a 500', 'server error', { ...read, answer: answer('{}', {}, 500) }],
  ['an answer that takes a sleep', 'slow', { ...read, milliseconds: 7100 }],
  ['a page without the right to it', 'rights', { ...read, matched: { url: '/audit', may: 'audit.view' } }],
  ['a page for nobody', 'rights', { ...read, person: nobody }],
  [
    'another student’s name told to a student',
    'rights',
    { ...read, person: student, matched: { url: '/x', may: 'signedIn' }, answer: answer('{"name":"Okafor"}') },
  ],
  ['a report without a signature', 'rights', { ...report, isSigned: false }],
  ['a session in place of a signature', 'rights', { ...report, isSigned: false, person: registrar, changes: [] }],
  ['a report that wrote a student', 'machine', { ...report, changes: [change()] }],
  ['a redirect of a machine', 'machine', { ...report, answer: answer('', { location: '/sign-in' }, 303) }],
  ['a page for a machine', 'machine', { ...report, answer: html('') }],
  ['a form that acted twice', 'once', { ...write, repeats: 'same' }],
  ['a report that counted twice', 'once', { ...report, repeats: 'same' }],
  [
    'a repeated form that was refused',
    'once',
    { ...write, repeats: 'same', changes: [], answer: answer('{}', {}, 409) },
  ],
  ['a key for other entries', 'once', { ...write, repeats: 'otherBody' }],
  [
    'the answer to a key of someone else',
    'once',
    { ...write, repeats: 'otherPerson', answer: answer('{}', { 'idempotent-replayed': 'true' }) },
  ],
  ['a write without a token', 'csrf', { ...write, csrf: 'missing' }],
  ['a refusal that changed something', 'refused', { ...write, answer: answer('{}', {}, 422) }],
  ['a conflict that changed something', 'refused', { ...write, answer: answer('{}', {}, 409) }],
  ['a GET that changed something', 'read', { ...read, changes: [change()] }],
  ['nobody in a table of students', 'rights', { ...write, person: nobody, matched: { url: '/x', may: 'public' } }],
  [
    'a key of nobody’s form in storage',
    'unknown',
    { ...write, changes: [change({ after: { details: { zunknown1: 1 } } })] },
  ],
  [
    'a new group administrator',
    'rights',
    { ...write, changes: [change({ table: 'accounts', after: { is_group_administrator: true } })] },
  ],
  [
    'a message that belongs to nobody',
    'message',
    { ...write, changes: [change({ table: 'outbox', after: { institution_id: 1, account_id: null } })] },
  ],
  ['a row of another institution', 'foreign', { ...write, changes: [change({ after: { institution_id: 7 } })] }],
  ['a word of another institution', 'foreign', { ...read, answer: answer('{"name":"Zungeru Polytechnic"}') }],
  [
    'an id of another institution in a header',
    'foreign',
    { ...read, answer: answer('{}', { link: '/students/880012001' }) },
  ],
  ['a validator’s text', 'machinery', { ...read, answer: answer('{"message":"Invalid option: x"}', {}, 400) }],
  [
    'eleven filters that were taken',
    'limits',
    { ...read, matched: { url: '/x', may: 'signedIn' }, sent: `/x?${'custom.1=zq&'.repeat(11)}` },
  ],
  ['a statement of SQL', 'machinery', { ...read, answer: answer('{"message":"Failed query: select 1"}', {}, 400) }],
  ['a path of the machine', 'machinery', { ...read, answer: answer('{"message":"/nowhere/zq/files"}') }],
  ['a file from outside', 'path', { ...read, answer: answer('{"a":"zq-outside-the-web-root"}') }],
  ['a computed template', 'template', { ...read, answer: answer('{"a":"zq1337zq"}') }],
  ['a redirect to elsewhere', 'redirect', { ...write, answer: answer('', { location: '//evil.example' }, 303) }],
  ['an injected header', 'headers', { ...read, answer: answer('{}', { 'x-injected': '1' }) }],
  [
    'a cookie that scripts may read',
    'headers',
    { ...read, answer: answer('{}', { 'set-cookie': 'akada_session=x; SameSite=Lax' }) },
  ],
  ['an answer that may be sniffed', 'headers', { ...read, answer: answer('{}', { 'x-content-type-options': '' }) }],
  ['a tag in the page of a document', 'html', { ...read, answer: html('', '{"a":"<script>zq()"}') }],
  ['an echo beside the page of a document', 'html', { ...read, answer: html('<b>zq</b>') }],
  ['a tag in a public page', 'html', { ...read, answer: publicPage('<p><script>zq()</script></p>') }],
  ['a link that runs, in a public page', 'html', { ...read, answer: publicPage('<a href="javascript:zq()">x</a>') }],
  [
    'a document without a policy',
    'html',
    { ...read, answer: { ...html(''), headers: { ...html('').headers, 'content-security-policy': '' } } as never },
  ],
  [
    'a formula in a download',
    'formula',
    { ...read, answer: answer('Surname\r\n=1+1\r\n', { 'content-type': 'text/csv' }) },
  ],
  [
    'a formula in quotes in a download',
    'formula',
    { ...read, answer: answer('Serial\r\n="1"&A1\r\n', { 'content-type': 'text/csv' }) },
  ],
  [
    'a formula in a workbook',
    'formula',
    {
      ...read,
      answer: { ...workbook(''), rawPayload: zip('xl/sheet1.xml', Buffer.from('<c><f>1+1</f></c>')) } as never,
    },
  ],
  ['an answer of an unknown type', 'form', { ...read, answer: answer('<svg/>', { 'content-type': 'image/svg+xml' }) }],
];

test.each(wrongs)('%s is seen', (_, verdict, one) => {
  expect(said(one)).toContain(verdict);
});

test('what one person gains alone is seen', () => {
  const bursar: Person = { name: 'bursar', cookies: {}, rights: null };
  const of = (changes: Change[], more: Partial<Case> = {}) => said({ ...write, person: bursar, changes, ...more });
  const provider = (is_on: boolean, kind: Change['kind'] = 'UPDATE') =>
    change({
      kind,
      table: 'message_providers',
      before: null,
      after: { institution_id: 1, is_on, place: 1, kind: 'smtp' },
    });
  expect(of([provider(true)])).toEqual(['alone']);
  expect(of([provider(false)])).toEqual([]);
  const agreement = (by: number) =>
    change({ table: 'approvals', after: { institution_id: 1, outcome: 'approved', asked_by: 1, decided_by: by } });
  expect(of([provider(true), agreement(2)])).toEqual([]);
  expect(of([provider(true), agreement(1)])).toEqual(['alone']);
  const keys = { institution_id: 1, provider: 'paystack', mode: 'live' };
  expect(
    of([change({ table: 'gateway_keys', before: { ...keys, sealed: 'a' }, after: { ...keys, sealed: 'b' } })]),
  ).toEqual(['alone']);
  expect(
    of([change({ table: 'gateway_keys', before: { ...keys, tested_at: null }, after: { ...keys, tested_at: 'now' } })]),
  ).toEqual([]);
  const bank = (number: string) => ({ institution_id: 1, name: 'Main', bank: 'Zenith', number, archived_at: null });
  expect(of([change({ table: 'bank_accounts', before: bank('1'), after: bank('2') })])).toEqual(['alone']);
  expect(
    of([change({ table: 'bank_accounts', before: bank('1'), after: { ...bank('1'), archived_at: 'now' } })]),
  ).toEqual([]);

  const credit = (studentId: number) =>
    change({ table: 'credit_notes', after: { institution_id: 1, student_id: studentId } });
  expect(of([credit(5)])).toEqual(['family']);
  expect(of([credit(6)])).toEqual([]);
  const marked = change({
    table: 'audit_entries',
    after: { institution_id: 1, details: { ownFamily: 'With a receipt.' } },
  });
  expect(of([credit(5), marked])).toEqual([]);

  const sends = (body: string) =>
    change({ table: 'outbox', after: { institution_id: 1, account_id: 1, recipient: '+2348030000000', body } });
  const stranger = {
    person: nobody,
    matched: { url: '/x', may: 'public' as const },
    sent: '{"firstName":"Pay N2,000 at once"}',
  };
  expect(of([sends('Ilorin: Pay N2,000 at once, your application is open.')], stranger)).toEqual(['visitor']);
  expect(of([sends('Ilorin: your application is open.')], stranger)).toEqual([]);
});
