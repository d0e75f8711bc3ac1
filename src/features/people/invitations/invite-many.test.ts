import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { record } from '#kernel/audit.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { contactWishes, outbox } from '#kernel/messages/messages.schema.ts';
import { auditEntries, notifications } from '#kernel/tables.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { password } from '#test/school.ts';
import { bulkInvitations } from './invitations.schema.ts';
import { runBatch } from './run/run-batch.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ict: Browser;
beforeEach(async () => {
  world = await startSchool();
  [registrar, ict] = await Promise.all([world.as('registrar'), world.as('ict_administrator')]);
});
afterEach(() => world?.close());

const here = () => world.school.ilorin.id;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);

type Person = Partial<typeof guardians.$inferInsert> & { firstName: string };
/** Guardians whom nobody of the school has touched lately. */
const addGuardians = async (...people: Person[]) => {
  const rows = people.map((person) => ({ surname: 'Ojo', ...person, institutionId: here() }));
  const made = await within((tx) => tx.insert(guardians).values(rows).returning({ id: guardians.id }));
  return made.map(({ id }) => id);
};
const addEmployees = async (...names: string[]) => {
  const rows = names.map((firstName, at) => ({
    institutionId: here(),
    employeeNumber: `N${at}`,
    surname: 'Sani',
    firstName,
    jobTitle: 'Teacher',
    email: `${firstName.toLowerCase()}@example.com`,
  }));
  const made = await within((tx) => tx.insert(employees).values(rows).returning({ id: employees.id }));
  return made.map(({ id }) => id);
};
const usernames = (column: typeof memberships.guardianId | typeof memberships.employeeId, ids: number[]) =>
  within(async (tx) => {
    const rows = await tx
      .select({ username: accounts.username })
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(inArray(column, ids))
      .orderBy(memberships.id);
    return rows.map(({ username }) => username);
  });
const ask = async (by: Browser, address: string, body: object) => (await by.post(address, body)).json();
const previewOf = (ids: number[], by = registrar) => ask(by, '/guardians/invitations/preview', { guardian_ids: ids });
const invite = (ids: number[], by = registrar) => ask(by, '/guardians/invitations', { guardian_ids: ids });
const whys = (props: { leftOut: { why: string; count: number }[] }) =>
  Object.fromEntries(props.leftOut.map(({ why, count }) => [why, count]));
const roleNamed = (key: string) => (world.school.ilorin.roleIds as Record<string, number>)[key]!;
const approve = async (by: Browser) => {
  const { props } = await by.page('/approvals');
  return (await by.post(`/approvals/${props.waiting[0].id}/approve`)).json();
};

test('selected guardians are invited at once: each by an own contact, and it is said who is left out and why', async () => {
  const [known] = await within((tx) =>
    tx.select({ id: guardians.id }).from(guardians).where(eq(guardians.firstName, 'Folake')),
  );
  const ids = await addGuardians(
    { firstName: 'Bisi', email: 'Bisi@example.com', mobile: '+2348031110001' },
    { firstName: 'Dele', mobile: '+2348031110002' },
    { firstName: 'Emeka' },
    { firstName: 'Fati', mobile: '+2348031110003' },
    { firstName: 'Gana', mobile: '+2348031110003', email: 'gana@example.com' },
    { firstName: 'Hauwa', email: 'hauwa@example.com' },
    { firstName: 'Ike', email: 'registrar@example.com' },
  );
  await within((tx) =>
    tx.insert(contactWishes).values({
      institutionId: here(),
      channel: 'email',
      address: 'hauwa@example.com',
      blocks: 'everything',
      reason: 'bounced',
      saidBy: 'provider',
    }),
  );
  const all = [...ids, known!.id];
  const preview = await previewOf(all);
  expect(preview).toMatchObject({
    institution: 'Ilorin Grammar School',
    invited: 3,
    renewed: 0,
    waits: 0,
    roles: null,
    channels: [
      { channel: 'email', count: 2, cost: null, kept: 2 },
      { channel: 'sms', count: 1, kept: 1 },
    ],
  });
  expect(whys(preview)).toEqual({ account: 1, no_contact: 1, shared: 1, blocked: 1, own: 1 });
  expect(preview.leftOut.find(({ why }: { why: string }) => why === 'shared').people).toEqual([
    { id: ids[3], name: 'Ojo, Fati' },
  ]);

  const { href, requested } = await invite(all);
  expect(requested).toBeNull();
  expect(await usernames(memberships.guardianId, ids)).toEqual(['bisi.ojo', 'dele.ojo', 'gana.ojo']);
  const sent = await within((tx) =>
    tx
      .select({ recipient: outbox.recipient, priority: outbox.priority, keyKind: outbox.keyKind, body: outbox.body })
      .from(outbox)
      .orderBy(outbox.id),
  );
  // Not urgent: they wait for the morning, and codes that somebody waits for go first.
  expect(sent.map(({ body: _, ...row }) => row)).toEqual(
    ['bisi@example.com', '+2348031110002', 'gana@example.com'].map((recipient) => ({
      recipient,
      priority: 3,
      keyKind: 'invitation',
    })),
  );
  // The shared number is not put on the account.
  expect(
    await within((tx) => tx.select({ phone: accounts.phone }).from(accounts).where(eq(accounts.username, 'gana.ojo'))),
  ).toEqual([{ phone: null }]);
  const page = await registrar.page(href);
  expect(page).toMatchObject({
    component: 'invitations/bulk-invitation',
    props: { batch: { state: 'done', total: 3, done: 3, invited: 3, entity: 'guardian' } },
  });
  expect(whys(page.props)).toEqual({ account: 1, no_contact: 1, shared: 1, blocked: 1, own: 1 });
  const entries = await within((tx) =>
    tx
      .select({ action: auditEntries.action, summary: auditEntries.summary })
      .from(auditEntries)
      .where(sql`action in ('invitations.start', 'guardians.invite')`)
      .orderBy(auditEntries.id),
  );
  expect(entries.map(({ action }) => action)).toEqual(['invitations.start', ...Array(3).fill('guardians.invite')]);
  expect(entries[0]!.summary).toBe('started to invite 3 guardians');

  const link = /\/invitations\/\S+/.exec(sent[0]!.body)![0];
  const bisi = world.nobody();
  expect((await bisi.post(link, { password })).statusCode).toBeLessThan(400);

  // A second tab, or the same button again.
  const again = await registrar.post('/guardians/invitations', { guardian_ids: all });
  expect(again.statusCode).toBe(422);
  expect(again.json().errors.form).toContain('already invited; the invitation is still open');
  expect(await within((tx) => tx.$count(outbox))).toBe(3);
});

test('two at once invite nobody twice', async () => {
  const ids = await addGuardians(
    ...['Bisi', 'Dele', 'Emeka'].map((firstName) => ({ firstName, email: `${firstName}@example.com` })),
  );
  const other = await world.as('owner');
  const answers = await Promise.all([
    registrar.post('/guardians/invitations', { guardian_ids: ids }),
    other.post('/guardians/invitations', { guardian_ids: ids }),
  ]);
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await within((tx) => tx.$count(memberships, inArray(memberships.guardianId, ids)))).toBe(3);
  expect(await within((tx) => tx.$count(outbox))).toBe(3);
});

test('contacts that the same person added wait for one approval; what is changed after it was asked is left out', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  for (const firstName of ['Nkechi', 'Obinna', 'Chioma'])
    await registrar.post(`/students/${ada}/guardians`, {
      firstName,
      surname: 'Obi',
      email: `${firstName}@example.com`,
      relation: 'Aunt',
    });
  const added = await within((tx) =>
    tx.select({ id: guardians.id }).from(guardians).where(eq(guardians.surname, 'Obi')).orderBy(guardians.id),
  );
  const [old] = await addGuardians({ firstName: 'Bisi', email: 'bisi@example.com' });
  const ids = added.map(({ id }) => id);
  expect(await previewOf([...ids, old!])).toMatchObject({ invited: 4, waits: 3 });
  const { requested } = await invite([...ids, old!]);
  expect(requested).toContain('Sent for approval');
  expect(await usernames(memberships.guardianId, [...ids, old!])).toEqual(['bisi.ojo']);
  expect(whys(await previewOf(ids))).toEqual({ waiting: 3 });

  const { props } = await ict.page('/approvals');
  expect(props.waiting).toHaveLength(1);
  expect(props.waiting[0]).toMatchObject({ summary: 'invite 3 guardians' });
  expect(props.waiting[0].details).toContainEqual(['Nkechi Obi', 'nkechi@example.com']);
  await registrar.post(`/guardians/${ids[1]}`, {
    firstName: 'Obinna',
    surname: 'Obi',
    email: 'mine@example.com',
  });
  expect(await approve(ict)).toEqual({ message: '3 guardians are being invited.' });
  expect(await usernames(memberships.guardianId, ids)).toEqual(['nkechi.obi', 'chioma.obi']);
  const [batch] = await within((tx) =>
    tx
      .select({ left: bulkInvitations.leftOut })
      .from(bulkInvitations)
      .where(sql`approved_by is not null`),
  );
  expect(batch!.left).toEqual([{ id: ids[1], why: 'changed' }]);
});

test('employees get one role that who invites may give to one of them; money and access need a second person', async () => {
  const ids = await addEmployees('Amina', 'Bako', 'Celina');
  const address = '/employees/invitations';
  const preview = await ask(ict, `${address}/preview`, { employee_ids: ids });
  const offered = preview.roles.map(({ name }: { name: string }) => name);
  expect(offered).toEqual(expect.arrayContaining(['Teacher', 'Employee', 'Bursar', 'Principal']));
  for (const name of ['Owner', 'Guardian', 'Student']) expect(offered).not.toContain(name);
  for (const key of ['owner', 'guardian'])
    expect((await ict.post(address, { employee_ids: ids, role_id: roleNamed(key) })).statusCode, key).toBe(403);
  expect((await ict.post(address, { employee_ids: ids })).json().errors).toEqual({
    role_id: 'Choose a role for them.',
  });
  // Who may invite guardians makes no account for staff, and nobody of another school is found.
  const body = { employee_ids: ids, role_id: roleNamed('teacher') };
  expect((await registrar.post(address, body)).statusCode).toBe(403);
  expect((await ict.post('/guardians/invitations', { guardian_ids: ids })).statusCode).toBe(404);
  const elsewhere = await world.as('registrar.offa');
  expect((await elsewhere.post('/guardians/invitations', { guardian_ids: ids })).statusCode).toBe(404);

  const { href } = await ask(ict, address, body);
  expect(await usernames(memberships.employeeId, ids)).toEqual(['amina.sani', 'bako.sani', 'celina.sani']);
  const held = await within((tx) =>
    tx
      .selectDistinct({ role: roles.name })
      .from(memberships)
      .innerJoin(roles, eq(roles.id, memberships.roleId))
      .where(inArray(memberships.employeeId, ids)),
  );
  expect(held).toEqual([{ role: 'Teacher' }]);
  expect((await ict.page(href)).props.batch).toMatchObject({ role: 'Teacher', invited: 3 });
  expect((await registrar.get(href)).statusCode).toBe(404);
  const without = await ict.page('/employees?sign_in=without');
  expect(without.props.rows.map(({ id }: { id: number }) => id)).not.toContain(ids[0]);
});

test('a role with money waits for one decision, by whomever it is asked for; owners give it alone', async () => {
  const [more, ...ids] = (await addEmployees('Celina', 'Amina', 'Bako')) as [number, ...number[]];
  const body = { employee_ids: ids, role_id: roleNamed('bursar') };
  expect(await ask(ict, '/employees/invitations/preview', body)).toMatchObject({
    invited: 2,
    waits: 2,
    isByRole: true,
  });
  const { href, requested } = await ask(ict, '/employees/invitations', body);
  expect([href, requested]).toEqual(['/approvals', expect.any(String)]);
  expect(await usernames(memberships.employeeId, ids)).toEqual([]);
  const { waiting } = (await (await world.as('owner')).page('/approvals')).props;
  expect(waiting[0].summary).toContain('invite 2 employees as Bursar');
  expect(await approve(await world.as('owner'))).toEqual({ message: '2 employees are being invited.' });
  expect(await usernames(memberships.employeeId, ids)).toEqual(['amina.sani', 'bako.sani']);
  const alone = await ask(await world.as('owner'), '/employees/invitations', { ...body, employee_ids: [more] });
  expect(alone.requested).toBeNull();
  expect(await usernames(memberships.employeeId, [more])).toEqual(['celina.sani']);
});

test('links of a batch are printed as slips by who may invite and sees what they open, and each print is recorded', async () => {
  const ids = await addGuardians(
    { firstName: 'Bisi', email: 'bisi@example.com' },
    { firstName: 'Dele', mobile: '+2348031110002' },
  );
  const { href } = await invite(ids);
  const owner = await world.as('owner');
  expect(await ask(owner, `${href}/links/count`, {})).toEqual({ printed: 2, leftOut: 0 });
  const file = await owner.post(`${href}/links`, {});
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = pdfText(file.rawPayload).join(' ');
  expect(text).toContain('Bisi Ojo');
  expect(text).toContain('dele.ojo');
  const [link] = /\/invitations\/[\w-]{43}/.exec(text.replace(/\s/g, ''))!;
  expect((await world.nobody().get(link)).statusCode).toBe(200);
  expect((await registrar.page(`/guardians/${ids[0]}`)).component).toBeTruthy();
  const printed = await within((tx) =>
    tx
      .select({ action: auditEntries.action, subjectId: auditEntries.subjectId })
      .from(auditEntries)
      .where(inArray(auditEntries.action, ['invitations.print', 'invitations.printLink'])),
  );
  expect(printed.map(({ action }) => action).toSorted()).toEqual([
    'invitations.print',
    'invitations.printLink',
    'invitations.printLink',
  ]);
  // A lost paper is printed again: to print a link changes nothing that it opens.
  for (const time of [1, 2]) {
    expect(await ask(registrar, `${href}/links/count`, {}), `time ${time}`).toEqual({ printed: 2, leftOut: 0 });
    expect((await registrar.post(`${href}/links`, {})).statusCode).toBe(200);
  }
  // Who may not invite prints nothing, and neither does who would see more by a link than alone.
  for (const role of ['bursar', 'teacher', 'registrar.offa'] as const)
    expect((await (await world.as(role)).post(`${href}/links`, {})).statusCode, role).toBeGreaterThanOrEqual(403);
  await within((tx) =>
    tx.execute(
      sql`update roles set permissions = array_remove(permissions, 'students.viewHealth') where key = 'registrar'`,
    ),
  );
  expect(await ask(await world.as('registrar'), `${href}/links/count`, {})).toEqual({ printed: 0, leftOut: 2 });
});

test('teachers whose record the same person added need a second person, however long ago that was', async () => {
  const added = await ict.post('/employees', {
    institutionId: here(),
    surname: 'Sani',
    firstName: 'Amina',
    email: 'amina@example.com',
  });
  expect(added.statusCode).toBe(303);
  const [amina] = await within((tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.surname, 'Sani')),
  );
  await withClient(world.ownerUrl, async (client) => {
    await client.query('alter table audit_entries disable trigger user');
    await client.query(`update audit_entries set at = at - interval '90 days'`);
  });
  const body = { employee_ids: [amina!.id], role_id: roleNamed('teacher') };
  const { href, requested } = await ask(ict, '/employees/invitations', body);
  expect([href, requested]).toEqual(['/approvals', expect.any(String)]);
  expect(await usernames(memberships.employeeId, [amina!.id])).toEqual([]);
  expect(await approve(await world.as('owner'))).toEqual({ message: '1 employee is being invited.' });
  expect(await usernames(memberships.employeeId, [amina!.id])).toEqual(['amina.sani']);
});

test('an expired invitation is replaced; one that was accepted is not', async () => {
  const ids = await addGuardians(
    { firstName: 'Bisi', email: 'bisi@example.com' },
    { firstName: 'Dele', email: 'dele@example.com' },
  );
  await invite(ids);
  await within((tx) => tx.execute(sql`update one_time_tokens set expires_at = now() - interval '1 day'`));
  expect(await previewOf(ids)).toMatchObject({ invited: 0, renewed: 2 });
  const { href } = await invite([ids[0]!]);
  expect((await registrar.page(href)).props.batch).toMatchObject({ invited: 0, renewed: 1 });
  const bodies = await within((tx) =>
    tx.select({ body: outbox.body }).from(outbox).where(eq(outbox.recipient, 'bisi@example.com')).orderBy(outbox.id),
  );
  expect(bodies[0]!.body).toContain('replaced by a newer one');
  expect(bodies[1]!.body).toMatch(/\/invitations\/\S+/);
});

test('many are invited by a job in pieces, which goes on where it ended, can be stopped, and tells who began it', async () => {
  const ids = await addGuardians(
    ...Array.from({ length: 120 }, (_, at) => ({ firstName: `Parent${at}`, email: `parent${at}@example.com` })),
  );
  const { href } = await invite(ids);
  const [job] = world.sent.filter(({ queue }) => queue === 'invitations.run');
  expect((await registrar.page(href)).props.batch).toMatchObject({ state: 'running', done: 0, total: 120 });
  const data = job!.data as Parameters<typeof runBatch>[1];
  // The process dies within the second piece.
  const dying = new AbortController();
  const database = {
    ...world.database,
    asSystem: async (...asked: Parameters<typeof world.database.asSystem>) => {
      const done = await world.database.asSystem(...asked);
      dying.abort();
      return done;
    },
  } as typeof world.database;
  await expect(runBatch(database, data, dying.signal)).rejects.toThrow();
  expect((await registrar.page(href)).props.batch).toMatchObject({ state: 'running', done: 50, invited: 50 });
  // Somebody is invited by hand meanwhile.
  await registrar.post(`/guardians/${ids[119]}/invite`, {
    email: 'parent119@example.com',
    phone: '',
    username: 'by.hand',
  });
  await runBatch(world.database, data, new AbortController().signal);
  const { props } = await registrar.page(href);
  expect(props.batch).toMatchObject({ state: 'done', done: 120, invited: 119 });
  expect(whys(props)).toEqual({ invited: 1 });
  const told = await within((tx) =>
    tx.select({ title: notifications.title }).from(notifications).where(eq(notifications.kind, 'invitations.ended')),
  );
  expect(told).toEqual([{ title: '119 guardians were invited' }]);
  expect((await registrar.post(`${href}/stop`)).statusCode).toBe(409);

  const more = await addGuardians(
    ...Array.from({ length: 101 }, (_, at) => ({ firstName: `Other${at}`, email: `other${at}@example.com` })),
  );
  const second = await invite(more);
  expect((await registrar.post(`${second.href}/stop`)).statusCode).toBe(303);
  await runBatch(world.database, world.sent.at(-1)!.data as typeof data, new AbortController().signal);
  expect((await registrar.page(second.href)).props.batch).toMatchObject({ state: 'stopped', invited: 0 });
  // Rights are those of the moment.
  const third = await invite(more);
  const registrarId = world.school.accounts.registrar;
  await within((tx) =>
    tx.delete(memberships).where(and(eq(memberships.accountId, registrarId), eq(memberships.institutionId, here()))),
  );
  await runBatch(world.database, world.sent.at(-1)!.data as typeof data, new AbortController().signal);
  const owner = await world.as('owner');
  expect((await owner.page(third.href)).props.batch).toMatchObject({ state: 'failed', invited: 0 });
});

test('batches are listed for people who may invite such people, with who invited, how many and who was left out', async () => {
  const ids = await addGuardians({ firstName: 'Bisi', email: 'bisi@example.com' }, { firstName: 'Dele' });
  const { href } = await invite(ids);
  await ask(ict, '/employees/invitations', {
    employee_ids: await addEmployees('Amina'),
    role_id: roleNamed('teacher'),
  });
  const rowsOf = async (by: Browser, query = '') => (await by.page(`/bulk-invitations${query}`)).props.rows;
  expect(await rowsOf(registrar)).toEqual([
    expect.objectContaining({
      id: Number(href.split('/').at(-1)),
      entity: 'guardian',
      state: 'done',
      total: 1,
      invited: 1,
      leftOut: 1,
      by: expect.any(String),
    }),
  ]);
  expect((await rowsOf(ict)).map(({ entity }: { entity: string }) => entity)).toContain('employee');
  expect(await rowsOf(ict, '?entity=guardian')).toEqual(
    (await rowsOf(ict)).filter(({ entity }: { entity: string }) => entity === 'guardian'),
  );
  expect(await rowsOf(await world.as('registrar.offa'))).toEqual([]);
  expect((await (await world.as('teacher')).get('/bulk-invitations')).statusCode).toBe(403);
});

test('the second person sees everyone of a request with their contacts, page by page, and no one else does', async () => {
  const added = Array.from({ length: 60 }, (_, at) => `Added${at},Ojo,added${at}@example.com`);
  const ids = await addGuardians(
    ...added.map((line) => ({ firstName: line.split(',')[0]!, email: line.split(',')[2]! })),
  );
  await within(async (tx) => {
    const actor = await loadRequester(tx, world.school.accounts.registrar, here());
    for (const id of ids)
      await record(tx, actor, 'guardians.create', {
        institutionId: here(),
        summary: 'added a guardian',
        subject: { type: 'guardian', id },
      });
  });
  expect((await invite(ids)).requested).toContain('Sent for approval');
  const { props } = await ict.page('/approvals');
  const { allAt } = props.waiting[0];
  expect(allAt.label).toBe('View all 60 guardians with their contacts');
  const first = (await ict.page(allAt.href)).props;
  const second = (await ict.page(first.next)).props;
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
  expect([...first.rows, ...second.rows].map(({ id }: { id: number }) => id)).toEqual(ids);
  expect(first.rows[0]).toEqual({ id: ids[0], name: 'Ojo, Added0', contacts: expect.stringContaining('example.com') });
  expect((await registrar.page(allAt.href)).props.request).toMatchObject({ total: 60, role: 'Guardian' });
  for (const other of ['registrar.offa', 'group'] as const) {
    const { statusCode } = await (await world.as(other)).get(allAt.href);
    expect(statusCode, other).toBe(other === 'group' ? 200 : 404);
  }
  await approve(ict);
  expect((await ict.get(allAt.href)).statusCode).toBe(404);
});

test('a job that begins again while the first still runs invites nobody twice', async () => {
  const ids = await addGuardians(
    ...Array.from({ length: 110 }, (_, at) => ({ firstName: `Twice${at}`, email: `twice${at}@example.com` })),
  );
  const { href } = await invite(ids);
  const data = world.sent.at(-1)!.data as Parameters<typeof runBatch>[1];
  const run = () => runBatch(world.database, data, new AbortController().signal);
  await Promise.all([run(), run()]);
  expect((await registrar.page(href)).props.batch).toMatchObject({ state: 'done', done: 110, invited: 110 });
  const links = await within((tx) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(sql`recipient like 'twice%'`),
  );
  expect(links).toHaveLength(110);
});
