import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { record, recordMany, sentence } from '#kernel/audit.ts';
import { sealLog } from '#kernel/log/seal-log.ts';
import { verifyLog } from '#kernel/log/verify-log.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { formDrafts } from '#features/records/people/drafts.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let owner: Browser;
let second: Browser;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  owner = await world.as('owner');
  second = await world.as('group');
});
afterAll(() => world.close());

const ask = async <Row extends Record<string, unknown>>(query: string, values: unknown[] = []) =>
  withClient(world.ownerUrl, async (client) => (await client.query<Row>(query, values)).rows);
const registrar = () => systemActor(ilorin, 'The registrar', world.school.accounts.registrar);

async function addGuardian(surname: string, firstName: string, more: object = {}) {
  const [row] = await world.database.asSystem([ilorin], (tx) =>
    tx
      .insert(guardians)
      .values({ institutionId: ilorin, surname, firstName, ...more })
      .returning({ id: guardians.id }),
  );
  return row!.id;
}
const erase = (id: number, surname: string) => eraseBySecond({ asker: owner, second }, `guardians/${id}`, surname);
const entries = () =>
  ask<{ id: string; summary: string; details: object; person: string }>(
    `select id::text, summary, details, person from audit_entries where institution_id = $1 order by audit_entries.id`,
    [ilorin],
  );
const checked = async () =>
  withClient(world.ownerUrl, async (client) => (await verifyLog(client)).find((one) => one.institutionId === ilorin)!);

test('people whose name is a phrase of the log leave the entries, messages and drafts of others unchanged', async () => {
  await world.database.asSystem([ilorin], async (tx) => {
    await recordMany(tx, registrar(), 'accounts.giveResetCode', [
      { institutionId: ilorin, summary: 'made a reset code for Ada Obi', subject: { type: 'account', id: 77 } },
      {
        institutionId: ilorin,
        summary: 'changed JSS 1 A',
        details: { changes: { name: { from: 'made a', to: 'x' } } },
      },
    ]);
    await record(tx, registrar(), 'students.export', {
      institutionId: ilorin,
      summary: 'exported 400 students to CSV',
      details: { filter: { q: 'reset' } },
    });
    await tx.insert(outbox).values({
      institutionId: ilorin,
      channel: 'email',
      recipient: 'ada@example.com',
      subject: 'Your reset code',
      body: 'made a reset code: 12345678',
    });
    await tx.insert(formDrafts).values({
      institutionId: ilorin,
      accountId: world.school.accounts.registrar,
      form: 'site:post',
      content: { entries: [['body', 'Someone made a reset code.']] },
    });
    await tx.execute(sql`insert into notifications (institution_id, account_id, kind, title)
      values (${ilorin}, ${world.school.accounts.owner}, 'security.password', 'Someone made a reset code for you')`);
  });
  const before = await entries();
  for (const [surname, firstName] of [
    ['a', 'made'],
    ['code', 'reset'],
    ['code', 'reset code for Ada'],
  ] as const)
    expect((await erase(await addGuardian(surname, firstName), surname)).statusCode).toBe(200);
  const after = await entries();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).map(({ summary }) => summary)).toEqual(
    Array(3)
      .fill([
        'changed a record that has been erased since',
        'erased the data of a guardian',
        'approved the request of The owner (owner) to erase the data of a guardian',
      ])
      .flat(),
  );
  expect(await ask(`select body from outbox where recipient = 'ada@example.com'`)).toEqual([
    { body: 'made a reset code: 12345678' },
  ]);
  expect(await ask(`select 1 from form_drafts where form = 'site:post'`)).toHaveLength(1);
  expect(await ask(`select 1 from notifications where kind = 'security.password'`)).toHaveLength(1);
});

test.each([
  ['"Ace"', 'Ada "the Ace"'],
  ['role":', '{"role'],
  ["O'Brien\\n", 'A\\"b'],
  ['(.*)', '[a-z]+$'],
  ['Ọláńrewájú 🙂', 'Ṣẹ́gun'],
])(
  '%s, %s is erased in every entry that is linked, to the last letter, and nothing else is',
  async (surname, firstName) => {
    const id = await addGuardian(surname, firstName, { mobile: '+2348035550000' });
    const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
    await world.database.asSystem([ilorin], async (tx) => {
      await tx.insert(studentGuardians).values({ institutionId: ilorin, studentId: ada, guardianId: id });
      const who = { of: 'guardian', id, name: `${firstName} ${surname}`, details: [['cleared']] };
      const whose = { of: 'student', id: ada, name: 'Ada Obi' };
      await recordMany(tx, registrar(), 'guardians.link', [
        {
          institutionId: ilorin,
          subject: { type: 'student', id: ada },
          summary: sentence`made ${who} guardian (aunt) of ${whose}, with ${who}`,
          details: { student: ada, guardian: id, link: { paysFees: true }, cleared: { nextOfKinName: surname } },
        },
        {
          institutionId: ilorin,
          subject: { type: 'guardian', id },
          summary: `changed ${firstName} ${surname}`,
          details: { changes: { surname: { from: surname, to: 'x' } } },
        },
        {
          institutionId: ilorin,
          subject: { type: 'student', id: ada },
          summary: 'changed 2 fields of Ada Obi',
          details: {
            changes: { city: { from: null, to: 'Ilorin' } },
            restricted: {
              private: {
                nextOfKinName: { from: 'Mr Musa', to: `Mrs ${firstName} ${surname}` },
                nextOfKinPhone: { from: null, to: '+2348035550000' },
              },
            },
          },
        },
      ]);
      // Her child is here no more, or she could not be erased.
      await tx.execute(sql`update students set status = 'withdrawn', batch_id = null where id = ${ada}`);
    });
    await sealLog(world.database);
    const [last] = (await entries()).slice(-1);
    expect((await erase(id, surname)).statusCode).toBe(200);
    const after = await entries();
    const at = after.findIndex((one) => one.id === last!.id);
    expect(after.slice(at - 2, at + 1).map(({ summary }) => summary)).toEqual([
      'made an erased person guardian (aunt) of Ada Obi, with an erased person',
      'changed a record that has been erased since',
      'changed 2 fields of Ada Obi',
    ]);
    expect(after.slice(at - 2, at + 1).map(({ details }) => details)).toEqual([
      { student: ada, guardian: id, link: { paysFees: true } },
      {},
      {
        changes: { city: { from: null, to: 'Ilorin' } },
        restricted: {
          private: { nextOfKinName: { from: 'Mr Musa', to: 'erased' }, nextOfKinPhone: { from: null, to: 'erased' } },
        },
      },
    ]);
    const [{ found } = { found: 1 }] = await ask<{ found: number }>(
      `select count(*)::int as found from audit_entries where strpos(details::text || summary || mentions::text, $1) > 0
       or strpos(details::text || mentions::text, $2) > 0`,
      [surname, JSON.stringify(surname).slice(1, -1)],
    );
    expect(found).toBe(0);
    await sealLog(world.database);
    expect(await checked()).toMatchObject({ problem: null, unsealed: 0 });
  },
);

test('an erasure keeps the chain; words that are changed after it, or redacted without one, are found', async () => {
  const id = await addGuardian('Danladi', 'Hauwa');
  await world.database.asSystem([ilorin], (tx) =>
    record(tx, registrar(), 'guardians.edit', {
      institutionId: ilorin,
      summary: 'changed Hauwa Danladi',
      subject: { type: 'guardian', id },
    }),
  );
  await sealLog(world.database);
  await erase(id, 'Danladi');
  await sealLog(world.database);
  const { redacted, problem } = await checked();
  expect(problem).toBeNull();
  expect(redacted).toBeGreaterThan(0);
  const tamper = async (statement: string, undo: string) => {
    await ask(statement);
    const found = (await checked()).problem;
    await ask(undo);
    expect((await checked()).problem).toBeNull();
    return found;
  };
  const its = `institution_id = ${ilorin} and subject_type = 'guardian' and subject_id = ${id} and action = 'guardians.edit'`;
  expect(
    await tamper(
      `update audit_entries set summary = 'did nothing' where ${its}`,
      `update audit_entries set summary = 'changed a record that has been erased since' where ${its}`,
    ),
  ).toMatch(/words of entry \d+ .* were changed after it was redacted/);
  const other = `institution_id = ${ilorin} and summary = 'made a reset code for Ada Obi'`;
  const [{ salt } = { salt: '' }] = await ask<{ salt: string }>(
    `select encode(salt, 'hex') as salt from audit_entries where ${other}`,
  );
  expect(
    await tamper(
      `update audit_entries set salt = null where ${other}`,
      `update audit_entries set salt = '\\x${salt}' where ${other}`,
    ),
  ).toMatch(/looks redacted, and no erasure did that/);
  expect(
    await tamper(
      `insert into audit_redactions (institution_id, redaction, entry_id, salt, digest)
        select institution_id, gen_random_uuid(), id, '', sha256('') from audit_entries where ${its}`,
      `delete from audit_redactions where salt = ''`,
    ),
  ).toMatch(/changed after it was redacted|no entry records that/);
});

test('a field that becomes restricted moves within the log, and the entry of the change vouches for it', async () => {
  const { 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  await world.database.asSystem([ilorin], async (tx) => {
    await record(tx, registrar(), 'students.edit', {
      institutionId: ilorin,
      summary: 'changed one field',
      subject: { type: 'student', id: tunde },
      details: { changes: { Allergies: { from: null, to: 'nuts' } } },
    });
  });
  await sealLog(world.database);
  await world.database.asSystem([ilorin], async (tx) => {
    const { rows } = await tx.execute<{ redaction: object }>(
      sql`select akada_restrict_own_field(${ilorin}, 'student', 'Allergies', 'health') as redaction`,
    );
    await record(tx, registrar(), 'customFields.edit', {
      institutionId: ilorin,
      summary: 'own fields',
      details: { redactions: [rows[0]!.redaction] },
    });
  });
  await sealLog(world.database);
  expect(await checked()).toMatchObject({ problem: null });
});

test('requests to link or merge a person are redacted when that person is erased, and cannot be approved any more', async () => {
  const id = await addGuardian('Asked', 'Hauwa');
  const other = await addGuardian('Kept', 'Rabi');
  const request = (kind: string, about: object, subject: number) =>
    ask(
      `insert into approvals (institution_id, kind, subject_type, subject_id, about, summary, permission, asked_by, expires_at, payload)
       values ($1, $2, 'guardian', $3, $2, 'do it', 'guardians.edit', $4, now() + interval '1 day', $5)`,
      [ilorin, kind, subject, world.school.accounts.registrar, JSON.stringify(about)],
    );
  await request('guardians.link', { studentId: 1, guardianId: id, guardian: 'Hauwa Asked' }, 0);
  await request('guardians.merge', { keptId: other, otherId: id, merged: 'Hauwa Asked' }, other);
  await request('employees.merge', { keptId: other, otherId: id, merged: 'Someone else' }, other);
  expect((await erase(id, 'Asked')).statusCode).toBe(200);
  const left = await ask(
    `select kind, payload, outcome from approvals where kind ~ '(link|merge)$' and institution_id = $1 order by id`,
    [ilorin],
  );
  expect(left).toEqual([
    { kind: 'guardians.link', payload: {}, outcome: 'expired' },
    { kind: 'guardians.merge', payload: {}, outcome: 'expired' },
    expect.objectContaining({ kind: 'employees.merge', outcome: null }),
  ]);
});
