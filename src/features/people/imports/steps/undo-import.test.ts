import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '#kernel/log/seal-log.ts';
import { verifyLog } from '#kernel/log/verify-log.ts';
import { auditEntries } from '#kernel/tables.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { upload } from '#test/harness/uploads.ts';
import { checkRows } from '../work/check-rows.job.ts';
import { imports } from '../imports.schema.ts';
import type { ImportKind } from '../kinds/kind-labels.ts';
import { runRows } from '../work/run-rows.job.ts';
import { undoRows } from '../work/undo-rows.job.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ict: Browser;
let teacher: Browser;
let ilorin: number;
beforeAll(async () => {
  site = await startSchool();
  [registrar, ict, teacher] = await Promise.all([
    site.as('registrar'),
    site.as('ict_administrator'),
    site.as('teacher'),
  ]);
  ilorin = site.school.ilorin.id;
});
afterAll(() => site?.close());

const never = new AbortController().signal;
async function work() {
  for (const { queue, data } of site.sent.splice(0)) {
    if (queue === 'imports.undo') await undoRows(site.services, data as never);
    else await (queue === 'imports.run' ? runRows : checkRows)(site.services, data as never, never);
  }
}

async function send(browser: Browser, kind: ImportKind, text: string) {
  const answer = await upload(browser, '/imports', {
    field: 'file',
    content: Buffer.from(text),
    fileName: 'roster.csv',
    mediaType: 'text/csv',
    fields: { institutionId: String(ilorin), kind },
  });
  return String(answer.headers.location);
}

/** Uploads and checks; answers the address, and what the check shows. */
async function check(browser: Browser, kind: ImportKind, text: string, options: object = {}) {
  const address = await send(browser, kind, text);
  const { props } = await browser.page(address);
  const mapping = props.columns.map((column: { field: string | null }) => column.field ?? 'leave_out');
  const answer = await browser.post(`${address}/check`, { mapping, ...options });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  return { address, props: (await browser.page(address)).props };
}

async function bring(browser: Browser, kind: ImportKind, text: string, options: object = {}) {
  const checked = await check(browser, kind, text, options);
  const answer = await browser.post(`${checked.address}/run`, { mode: 'good' });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  return { ...checked, end: (await browser.page(checked.address)).props };
}

const ask = async (query: ReturnType<typeof sql>) =>
  (await site.database.asSystem([ilorin], (tx) => tx.execute<Record<string, unknown>>(query))).rows;
const find = (number: string) =>
  site.database.asSystem(
    [ilorin],
    async (tx) =>
      (
        await tx
          .select()
          .from(students)
          .where(and(eq(students.institutionId, ilorin), eq(students.admissionNumber, number)))
      )[0],
  );
const historyOf = (type: string, id: number) =>
  site.database.asSystem([ilorin], (tx) =>
    tx
      .select({
        action: auditEntries.action,
        person: auditEntries.person,
        summary: auditEntries.summary,
        details: auditEntries.details,
      })
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectType, type), eq(auditEntries.subjectId, id)))
      .orderBy(auditEntries.id),
  );

test('each imported record has a history entry, restricted fields apart, and unchanged records have none', async () => {
  await bring(
    registrar,
    'students',
    'Adm No,Surname,First name,City,Religion\nH/1,Hist,One,Offa,Islam\nH/2,Hist,Two,Offa,\n',
  );
  const one = (await find('H/1'))!;
  const two = (await find('H/2'))!;
  const { end } = await bring(
    registrar,
    'students',
    'Adm No,Surname,First name,City,Religion\nH/1,Hist,One,Ilorin,Christianity\nH/2,Hist,Two,Offa,\n',
    { existing: 'update' },
  );
  expect(end.import.imported).toBe(2);
  expect(await historyOf('student', one.id)).toMatchObject([
    { action: 'students.create', person: 'The registrar', summary: 'added One Hist as H/1 from a file' },
    {
      action: 'students.edit',
      summary: 'changed 2 fields of One Hist from a file',
      details: {
        changes: { city: { from: 'Offa', to: 'Ilorin' } },
        restricted: { religion: { religion: { from: 'Islam', to: 'Christianity' } } },
      },
    },
  ]);
  expect(await historyOf('student', two.id)).toHaveLength(1);
  expect((await find('H/2'))!.updatedAt).toEqual(two.updatedAt);
  expect((await registrar.page(`/students/${one.id}`)).props.lastChange).toMatchObject({
    person: 'The registrar (registrar)',
  });
});

test('an import needs the permission of each action, and shows what it skips before the run', async () => {
  await bring(registrar, 'students', 'Adm No,Surname,First name\nR/1,Right,One\n');
  const file =
    'Adm No,Surname,First name,City,Class,Status\nR/1,Right,One,Offa,,\nR/2,Right,Two,,JSS 1 A,\nR/3,Right,Three,,,graduated\n';
  const { props, address } = await check(ict, 'students', file, { existing: 'update' });
  expect(props).toMatchObject({ leftOut: { edit: 1, seat: 1, status: 1 }, import: { good: 1, bad: 0, skipped: 0 } });
  await ict.post(`${address}/run`, { mode: 'good' });
  await work();
  expect((await find('R/1'))!.city).toBeNull();
  expect(await find('R/2')).toMatchObject({ batchId: null, status: 'active' });
  expect(await find('R/3')).toBeUndefined();

  const guardians = await check(ict, 'guardians', 'Surname,First name,Phone\nNot,Mine,08031112233\n');
  expect(guardians.props).toMatchObject({ leftOut: { create: 1 }, import: { good: 0 } });
  // Somebody who may do more has it checked with that.
  const other = await registrar.post(`${guardians.address}/run`, { mode: 'good' });
  expect([other.statusCode, other.json().errors.mode]).toEqual([422, expect.stringContaining('check the file again')]);
});

test('a permission removed after the start applies to the remaining rows', async () => {
  const { address } = await check(ict, 'students', 'Adm No,Surname,First name\nT/1,Taken,Away\n');
  await ict.post(`${address}/run`, { mode: 'good' });
  await ask(
    sql`update roles set permissions = array_remove(permissions, 'students.create') where key = 'ict_administrator'`,
  );
  await work();
  expect(await find('T/1')).toBeUndefined();
  await ask(sql`update roles set permissions = permissions || '{students.create}' where key = 'ict_administrator'`);
});

test('class teachers are notified of students assigned by import', async () => {
  const told = async () =>
    (await teacher.get('/notifications/stream', { accept: 'application/json' }))
      .json<{ latest: { title: string }[] }>()
      .latest.map(({ title }) => title);
  const led =
    await ask(sql`select b.name from batch_teachers t join batches b on (b.institution_id, b.id) = (t.institution_id, t.batch_id)
    join memberships m on (m.institution_id, m.employee_id) = (t.institution_id, t.employee_id)
    where t.institution_id = ${ilorin} and m.account_id = ${site.school.accounts.teacher}`);
  const name = String(led[0]!['name']);
  const { address } = await bring(
    registrar,
    'students',
    `Adm No,Surname,First name,Class\nK/1,Klass,One,${name}\nK/2,Klass,Two,${name}\n`,
  );
  expect(await told()).toContain(`2 students were assigned to ${name}`);
  await registrar.post(`${address}/undo`);
  await work();
  expect(await told()).not.toContain(`2 students were assigned to ${name}`);
});

test('uploading the same file again shows who uploaded it and needs confirmation', async () => {
  const file = 'Surname,First name,E-mail\nTwice,One,one@twice.ng\nTwice,Two,two@twice.ng\n';
  await bring(registrar, 'students', file);
  const again = await send(ict, 'students', file);
  const { props } = await ict.page(again);
  expect(props.repeats).toMatchObject({ person: 'The registrar (registrar)', imported: 2, state: 'done' });
  const mapping = props.columns.map((column: { field: string | null }) => column.field ?? 'leave_out');
  expect((await ict.post(`${again}/check`, { mapping })).statusCode).toBe(422);
  expect((await ict.post(`${again}/check`, { mapping, repeat: 'on' })).statusCode).toBe(303);
  await work();
  // No number says so, and yet they are known.
  const checked = (await ict.page(again)).props;
  expect(checked).toMatchObject({ import: { good: 0, skipped: 2 }, alike: { count: 2, choice: 'skip' } });
  expect(checked.alike.rows[0].message).toMatch(
    /^Possible duplicate of One Twice \(.*\): same e-mail and first name\.$/,
  );
});

test('possible duplicates are skipped, update the record or are added, all together or one by one', async () => {
  await bring(
    registrar,
    'students',
    'Adm No,Surname,First name,DOB,Phone\nA/1,Alike,One,13/04/2011,08031230001\nA/2,Alike,Two,14/04/2011,08031230002\nA/3,Alike,Three,15/04/2011,\n',
  );
  const file =
    'Surname,First name,DOB,Phone,City\nAlike,One,,08031230001,Offa\nALIKE,TWO,14/04/2011,,Offa\nAlike,Three,15/04/2011,,Offa\n';
  const { address, props } = await check(registrar, 'students', file);
  expect(props.alike.rows.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
    [2, 'Possible duplicate of One Alike (A/1): same name and phone.'],
    [3, 'Possible duplicate of Two Alike (A/2): same name and date of birth.'],
    [4, 'Possible duplicate of Three Alike (A/3): same name and date of birth.'],
  ]);
  expect(props.import).toMatchObject({ good: 0, skipped: 3 });
  await registrar.post(`${address}/alike`, { alike: 'update', decisions: { 3: 'new', 4: 'skip' } });
  await work();
  expect((await registrar.page(address)).props).toMatchObject({
    import: { good: 2, skipped: 1 },
    alike: { count: 3, choice: 'update', rows: [{ choice: null }, { choice: 'new' }, { choice: 'skip' }] },
  });
  await registrar.post(`${address}/run`, { mode: 'all' });
  await work();
  expect(
    await ask(
      sql`select first_name, city, count(*)::int as n from students where surname in ('Alike', 'ALIKE') group by 1, 2 order by first_name collate "C"`,
    ),
  ).toEqual([
    { first_name: 'One', city: 'Offa', n: 1 },
    { first_name: 'TWO', city: 'Offa', n: 1 },
    { first_name: 'Three', city: null, n: 1 },
    { first_name: 'Two', city: null, n: 1 },
  ]);
});

test('undo removes added records, restores changed ones, and keeps records in use with the reason', async () => {
  await bring(
    registrar,
    'students',
    'Adm No,Surname,First name,City,Phone\nU/1,Undo,Old,Offa,08039990001\nU/2,Undo,Moved,Offa,\n',
  );
  const { address, end } = await bring(
    registrar,
    'students',
    'Adm No,Surname,First name,City,Phone,Class\nU/1,Undo,Old,Ilorin,08039990009,JSS 1 A\nU/2,Undo,Moved,Ilorin,,\nU/3,Undo,New,,,JSS 1 A\nU/4,Undo,Used,,,\nU/5,Undo,Linked,,,\n,Undo,Numbered,,,\n',
    { existing: 'update' },
  );
  expect(end.undoableUntil).not.toBeNull();
  const counters = await ask(sql`select name, value from counters where institution_id = ${ilorin} order by name`);
  const [old, moved, used, linked] = await Promise.all(
    ['U/1', 'U/2', 'U/4', 'U/5'].map(async (number) => (await find(number))!),
  );
  expect(old!.batchId).not.toBeNull();
  // In use since: one edited by hand, one with a guardian; and a changed one was changed again.
  await ask(sql`update students set city = 'Jebba', updated_at = now() where id = ${moved!.id}`);
  await ask(sql`with g as (insert into guardians (institution_id, surname, first_name) values (${ilorin}, 'Of', 'Linked') returning id)
    insert into student_guardians (institution_id, student_id, guardian_id) select ${ilorin}, ${linked!.id}, id from g`);
  const form = (await registrar.page(`/students/${used!.id}/edit`)).props;
  expect(form).toBeDefined();
  await ask(sql`insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary)
    values (${ilorin}, 'The registrar', 'students.edit', 'student', ${used!.id}, 'changed one field')`);

  expect((await ict.get(`${address}/undo`)).statusCode).toBe(403);
  expect((await registrar.get(`${address}/undo`, { accept: 'application/json' })).json()).toEqual({
    removed: 2,
    stays: { 'was changed since': 1, 'has guardians': 1 },
    restored: 1,
    kept: 1,
  });
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(303);
  expect((await registrar.page(address)).props.import.state).toBe('undoing');
  const [job] = site.sent;
  await work();
  // A second worker finds it done.
  await undoRows(site.services, job!.data as never);
  const { props } = await registrar.page(address);
  expect(props).toMatchObject({
    import: { state: 'undone' },
    undoableUntil: null,
    undone: { result: { removed: 2, restored: 1 } },
  });
  expect(await find('U/3')).toBeUndefined();
  const removed = sql`select summary from audit_entries where summary ~ '(New|Numbered) Undo'`;
  expect(await ask(removed)).toEqual([]);
  expect(await find('U/4')).toBeDefined();
  expect(await find('U/5')).toBeDefined();
  expect(await find('U/1')).toMatchObject({ city: 'Offa', phone: '+2348039990001', batchId: null });
  expect(await find('U/2')).toMatchObject({ city: 'Jebba' });
  expect(await ask(sql`select id from enrolments where student_id = ${old!.id}`)).toEqual([]);
  expect(await ask(sql`select name, value from counters where institution_id = ${ilorin} order by name`)).toEqual(
    counters,
  );
  expect((await historyOf('student', old!.id)).at(-1)).toMatchObject({
    summary: 'restored the values of Old Undo from before an import',
    details: { changes: { city: { from: 'Ilorin', to: 'Offa' }, batch: { to: null } } },
  });
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(409);
});

test('an undo leaves the phone of someone who signs in by now: two people change it', async () => {
  const file = (city: string, phone: string) =>
    `Adm No,Surname,First name,City,Phone\nW/1,Undo,Known,${city},${phone}\n`;
  await bring(registrar, 'students', file('Offa', '08039990011'));
  const { address } = await bring(registrar, 'students', file('Ilorin', '08039990012'), { existing: 'update' });
  const known = (await find('W/1'))!;
  await ask(sql`insert into memberships (institution_id, account_id, role_id, student_id)
    values (${ilorin}, ${site.school.accounts.student}, ${site.school.ilorin.roleIds.student}, ${known.id})`);
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(303);
  await work();
  expect(await find('W/1')).toMatchObject({ city: 'Offa', phone: '+2348039990012' });
});

test('guardian links are recorded in both histories, and undone with the import', async () => {
  await bring(registrar, 'students', 'Adm No,Surname,First name\nG/1,Guarded,Child\n');
  const child = (await find('G/1'))!;
  const { address } = await bring(
    registrar,
    'guardians',
    'Surname,First name,Phone,Children,Relation\nGuarded,Mother,08035550001,G/1,Mother\n',
  );
  expect(await historyOf('student', child.id)).toMatchObject([
    {},
    { action: 'guardians.link', summary: 'made Mother Guarded guardian of Child Guarded from a file' },
  ]);
  await registrar.post(`${address}/undo`);
  await work();
  expect(await ask(sql`select 1 from student_guardians where student_id = ${child.id}`)).toEqual([]);
  expect(await ask(sql`select 1 from guardians where surname = 'Guarded'`)).toEqual([]);
  // Whoever should never have been here is named nowhere in the log, and its chain holds.
  const named = sql`select summary from audit_entries where (summary || details::text) ~ 'Mother Guarded'`;
  expect(await ask(named)).toEqual([]);
  expect((await historyOf('student', child.id)).at(1)).toMatchObject({
    summary: 'made an erased person guardian of Child Guarded from a file',
  });
  await sealLog(site.database);
  const reports = await withClient(site.ownerUrl, (client) => verifyLog(client));
  expect(reports.map(({ problem }) => problem)).toEqual([null, null]);
});

test('an import cannot be undone after thirty days', async () => {
  const { address } = await bring(registrar, 'students', 'Adm No,Surname,First name\nD/1,Days,Thirty\n');
  await site.database.asSystem([ilorin], (tx) =>
    tx
      .update(imports)
      .set({ finishedAt: sql`now() - interval '31 days'` })
      .where(eq(imports.id, Number(address.split('/').at(-1)))),
  );
  expect((await registrar.page(address)).props.undoableUntil).toBeNull();
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(409);
  expect(await find('D/1')).toBeDefined();
});
