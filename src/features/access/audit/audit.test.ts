import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { AuditRow } from './audit.list.ts';
import { type Browser, openSite, type Site } from '#test/harness/site.ts';
import type { School } from '#test/school.ts';

let site: Site;
let school: School;
let ict: Browser;
beforeAll(async () => {
  site = await openSite();
  school = site.school;
  ict = await site.signedIn('ict_administrator');
});
afterAll(() => site.close());

const rowsOf = async (query: string) => (await ict.open(`/audit${query}`)).props.rows as AuditRow[];

test('records who signed in, when and on which device', async () => {
  const [entry] = await rowsOf('');
  expect(entry).toMatchObject({
    person: 'The ict_administrator',
    username: 'ict_administrator',
    summary: 'signed in',
    action: 'accounts.signIn',
    details: { device: 'Chrome on Linux' },
  });
  expect(entry!.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('is filtered by person, area, subject and day, and read page by page', async () => {
  const { ilorin, offa, accounts } = school;
  await site.database.asSystem([ilorin.id, offa.id], async (tx) => {
    for (let at = 1; at <= 60; at += 1) {
      const actor = systemActor(ilorin.id, 'The registrar', accounts.registrar);
      await record(tx, actor, 'students.edit', {
        institutionId: ilorin.id,
        summary: `changed field ${at}`,
        subject: { type: 'student', id: 7 },
      });
    }
    await record(tx, systemActor(offa.id, 'Someone else'), 'students.edit', {
      institutionId: offa.id,
      summary: 'changed what is not yours',
      subject: { type: 'student', id: 7 },
    });
  });
  const first = await ict.open(`/audit?person=${accounts.registrar}`);
  const rows = first.props.rows as AuditRow[];
  expect([rows.length, rows[0]!.summary]).toEqual([50, 'changed field 60']);
  const second = await ict.open(String(first.props.next));
  expect([(second.props.rows as AuditRow[]).length, second.props.next]).toEqual([10, null]);
  expect(new Set((await rowsOf('?action=accounts')).map(({ action }) => action.split('.')[0]))).toEqual(
    new Set(['accounts']),
  );
  expect((await rowsOf('?subject=student:7')).length).toBe(50);
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
  expect((await rowsOf(`?from=${today}&to=${today}`)).length).toBe(50);
  expect(await rowsOf('?to=2020-01-01')).toEqual([]);
});

test('imports of all kinds of people are an area of their own', async () => {
  const { ilorin, accounts } = school;
  await site.database.asSystem([ilorin.id], async (tx) => {
    for (const kind of ['students', 'employees'])
      await record(tx, systemActor(ilorin.id, 'The owner', accounts.owner), `${kind}.import.upload`, {
        institutionId: ilorin.id,
        summary: `uploaded ${kind}`,
      });
  });
  expect((await ict.open('/audit')).props.areas).toMatchObject({ imports: 'Imports' });
  expect((await rowsOf('?action=imports')).map(({ summary }) => summary)).toEqual([
    'uploaded employees',
    'uploaded students',
  ]);
});

test('shows nothing of another institution', async () => {
  expect((await rowsOf('?subject=student:7')).map(({ summary }) => summary)).not.toContain('changed what is not yours');
  expect((await ict.get(`/audit?institution_id=${school.offa.id}`)).statusCode).toBe(404);
});

test('is exported as filtered, latest first, and records the export', async () => {
  const { ilorin, accounts } = school;
  await site.database.asSystem([ilorin.id], (tx) =>
    record(tx, systemActor(ilorin.id, '=The registrar', accounts.bursar), 'students.edit', {
      institutionId: ilorin.id,
      summary: 'changed "this", and that',
      subject: { type: 'student', id: 8 },
      details: { surname: { from: 'Obi', to: '=1+1' } },
    }),
  );
  const read = async (query: string) => {
    const { body, headers } = await ict.get(`/audit/export.csv${query}`);
    expect(headers['content-disposition']).toMatch(/"audit-log-ilorin-\d{4}-\d\d-\d\d\.csv"/);
    return parse(body, { bom: true, columns: true }) as Record<string, string>[];
  };
  const [entry, ...others] = await read('?subject=student:8');
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    Institution: 'Ilorin Grammar School',
    User: "'=The registrar",
    Account: 'bursar',
    Summary: 'changed "this", and that',
    Action: 'students.edit',
    Record: 'student 8',
    Details: '{"surname": {"to": "=1+1", "from": "Obi"}}',
  });
  // Lagos is an hour ahead all year.
  const [shown] = await rowsOf('?subject=student:8');
  expect(Date.parse(`${entry!['Date and time']!.replace(' ', 'T')}+01:00`)).toBe(Date.parse(shown!.at));
  const registrars = await read(`?person=${accounts.registrar}`);
  expect([registrars.length, registrars[0]!.Summary, registrars[59]!.Summary]).toEqual([
    60,
    'changed field 60',
    'changed field 1',
  ]);
  expect((await read('')).map((row) => row.Summary)).not.toContain('changed what is not yours');
  const [written, before] = await rowsOf('?action=audit');
  expect(before).toMatchObject({ summary: 'exported 60 entries of the audit log to CSV' });
  expect(written).toMatchObject({ person: 'The ict_administrator', details: { filter: {} } });
});

test('cannot be exported without permission, and never for another institution', async () => {
  const registrar = await site.signedIn('registrar');
  expect((await registrar.get('/audit/export.csv')).statusCode).toBe(403);
  expect((await ict.get(`/audit/export.csv?institution_id=${school.offa.id}`)).statusCode).toBe(404);
});

test('can be narrowed to people with duties, not to every parent, student and employee with a sign-in', async () => {
  const names = (await ict.get('/audit/person-options'))
    .json<{ choices: { label: string }[] }>()
    .choices.map(({ label }) => label);
  expect(names).toEqual(expect.arrayContaining(['The teacher (teacher)', 'The registrar (registrar)']));
  for (const who of ['guardian', 'student', 'employee']) expect(names).not.toContain(`The ${who} (${who})`);
});
