import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readArchive, writeArchive } from '../bin/backup/archive.ts';
import { jsonEntry } from '../bin/backup/contents.ts';
import type { Entry } from '../bin/backup/tar.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { StagedUploads } from '../bin/backup/uploads.ts';
import { connect } from '#kernel/database.ts';
import { keyFor, unseal } from '#kernel/secrets/keys.ts';
import { loadCarriedKeys } from '#kernel/secrets/carried-keys.ts';
import { pendingSecondFactor, prepareSecondFactor } from '#features/access/accounts/sign-in/second-factor.ts';
import { orderCode, readCode } from '#features/online/orders/order-code.ts';
import { fill, formOf, dataFolder, serve, type Served } from '#test/backup/installation.ts';
import { withClient } from '#test/harness/client.ts';
import { cloneDatabase, freshDatabase } from '#test/harness/database.ts';
import { copiedDemonstration } from '#test/harness/demonstration.ts';
import { accountsIn, rowsOfInstitution, rowsOfOthers } from '#test/harness/institution-rows.ts';
import { createSchool, password } from '#test/school.ts';
import { proveArchive, type ProvedArchive } from '../bin/institution/archive.ts';
import { exportArchive } from '../bin/institution/export.ts';
import { importArchive } from '../bin/institution/import.ts';
import { closeInstitution } from '../bin/institution/leave.ts';
import { unlock } from '../bin/institution/secrets.ts';
import { publicKeyOf, signatureOf } from '../bin/institution/signing.ts';
import { problemsOfPublished } from '../bin/verify-results.ts';

/*
 * The secondary school of the demonstration leaves its group for installation 7, where Ilorin and Offa are. The guardian
 * has a child in the college too.
 */
const passphrase = 'a passphrase for the way';
const school = 'Olumo Heights Secondary School';
const from = { ...dataFolder(), secret: Buffer.alloc(32, 7) };
const to = { ...dataFolder(), secret: Buffer.alloc(32, 9) };
const file = join(from.folder, 'school.tar.gz');
let source: { ownerUrl: string; appUrl: string; drop: () => Promise<void> };
let target: typeof source;
let signIns: { role: string; username: string; password: string; institution?: string }[];
let proof: ProvedArchive;
let facts: { id: number; college: number; totp: number; resultCode: string; receipt: string; studentId: number };
let totp: string;
const placeOf = (side: typeof from, database: typeof source) => ({
  ownerUrl: database.ownerUrl,
  files: openFiles(join(side.folder, 'files')),
  uploads: new StagedUploads(join(side.folder, 'files')),
  secret: side.secret,
});
const ask = async <Row extends object>(database: typeof source, text: string) =>
  withClient(database.ownerUrl, async (client) => (await client.query<Row>(text)).rows);
const importing = (wishes: Partial<Parameters<typeof importArchive>[2]> = {}, archive = proof) =>
  importArchive(archive, placeOf(to, target), {
    secrets: unlock(archive.secrets, passphrase),
    mergesAccounts: false,
    ...wishes,
  });

beforeAll(async () => {
  const demonstration = await copiedDemonstration();
  source = demonstration;
  ({ signIns } = demonstration);
  for (const side of [from, to]) writeFileSync(join(side.folder, 'secret.key'), side.secret.toString('hex'));
  await migrate(source.ownerUrl, { secret: from.secret });
  [facts] = (await ask<typeof facts>(
    source,
    `select i.id, (select min(id) from institutions o where o.id <> i.id) as college,
       (select a.id from accounts a where username = 'principal') as totp,
       (select code from published_results r where r.institution_id = i.id order by seq limit 1) as "resultCode",
       (select code from payments p where p.institution_id = i.id and receipt_number is not null order by id limit 1) as receipt,
       (select min(student_id) from published_results r where r.institution_id = i.id) as "studentId"
     from institutions i where name = '${school}'`,
  )) as [typeof facts];
  const served = await serve({ ...source, folder: from.folder });
  await fill(served, signIns);
  await issuePaper(served);
  await served.database.anonymous((tx) => prepareSecondFactor(tx, from.secret, facts.totp));
  totp = (await served.database.anonymous((tx) => pendingSecondFactor(tx, from.secret, facts.totp)))!.text;
  await served.close();
  await makeTarget();
});
afterAll(async () => {
  await source?.drop();
  await target?.drop();
  for (const { remove } of [from, to]) remove();
});

async function issuePaper(served: Served) {
  const { username, password: typed } = signIns.find(({ username: one }) => one === 'registrar')!;
  const registrar = await served.signIn(username, typed);
  const paper = { kind: 'transcript', recipient: 'University of Lagos', purpose: '', completedOn: '' };
  const { statusCode } = await registrar.post(`/students/${facts.studentId}/papers`, paper);
  expect(statusCode).toBe(303);
}

/** Two schools with their people under other names, in installation 7. */
async function makeTarget() {
  target = await freshDatabase();
  await migrate(target.ownerUrl, { secret: to.secret, cell: 7 });
  const database = connect({ url: target.appUrl, max: 1 });
  await createSchool(database).finally(() => database.close());
  await ask(target, `update accounts set username = 'here.' || username`);
}

test('ids of an installation begin at its number, which stays', async () => {
  const [first] = await ask<{ student: number; institution: number }>(
    target,
    'select min(id) as student, min(institution_id) as institution from students',
  );
  expect(first).toEqual({ student: 7 * 2 ** 40 + 1, institution: 7 * 2 ** 19 + 1 });
  await expect(migrate(target.ownerUrl, { cell: 8 })).rejects.toThrow('this installation is number 7');
  await migrate(target.ownerUrl, { cell: 7 });
});

test('the archive is signed, and says what it holds', async () => {
  proof = await exportArchive(placeOf(from, source), file, { wanted: school, passphrase });
  expect(proof.header.institution).toEqual({ id: facts.id, name: school });
  expect(proof.header.publicKey).toBe(publicKeyOf(from.secret));
  expect(proof.header.sealed).toEqual({ results: expect.any(Number), papers: 1 });
  expect(proof.header.sealed.results).toBeGreaterThan(50);
  expect(unlock(proof.secrets, 'another passphrase')).toBeNull();
  expect(readFileSync(file).includes('sessions')).toBe(false);
});

test('a changed archive is refused, also one with a new seal and another signature', async () => {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  const damaged = join(from.folder, 'damaged.tar.gz');
  writeFileSync(damaged, bytes);
  await expect(proveArchive(damaged)).rejects.toThrow('is damaged');
  const forged = join(from.folder, 'forged.tar.gz');
  await forge(forged);
  await expect(proveArchive(forged)).rejects.toThrow('its signature does not fit');
});

/** Somebody makes a debt go away, and corrects the list and the seal, and signs with a key of his own. */
async function forge(path: string) {
  const parts: { name: string; bytes: Buffer }[] = [];
  await readArchive(file, async ({ name, content }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    parts.push({ name, bytes: Buffer.concat(chunks) });
  });
  const part = parts.find(({ name }) => name.startsWith('tables/invoices/'))!;
  part.bytes = Buffer.concat([part.bytes.subarray(0, -1), part.bytes.subarray(-1)]);
  await writeArchive(
    path,
    async function* (packed): AsyncGenerator<Entry> {
      for (const { name, bytes } of parts.slice(0, -2)) yield { name, size: bytes.length, content: [bytes] };
      const list = { ...(JSON.parse(parts.at(-2)!.bytes.toString()) as object), missing: [], entries: packed };
      const listed = jsonEntry('end.json', { ...list, changed: ['00/'.padEnd(43, '0')] });
      const [content] = listed.content as [Buffer];
      yield listed;
      yield jsonEntry('signature.json', { signature: signatureOf(to.secret, content) });
    },
    async () => {},
  );
}

test('a number, a name or a contact that is taken there is named, and nothing is changed', async () => {
  const taken = await cloneDatabase(inject('ownerUrl'), inject('schoolTemplate'));
  await migrate(taken.ownerUrl, { secret: to.secret });
  const before = await accountsIn(taken.ownerUrl);
  const onto = importArchive(proof, placeOf(to, taken), {
    secrets: unlock(proof.secrets, passphrase),
    mergesAccounts: false,
  });
  await expect(onto).rejects.toThrow(
    /already:\n {2}the account number 1\n {2}the username \S+\n(.*\n)*? {2}the institution number 1\nNothing was changed\.\nNumbers stay as they are/,
  );
  expect(await accountsIn(taken.ownerUrl)).toEqual(before);
  await taken.drop();
});

test('without the passphrase nothing proves the seals of published results', async () => {
  await expect(importing({ secrets: null })).rejects.toThrow(/published results and 1 issued papers, whose seals only/);
});

test('somebody with an account there is joined to it only if the operator says so', async () => {
  const [teacher] = await ask<{ email: string }>(source, `select email from accounts where username = 'teacher'`);
  await ask(target, `update accounts set email = '${teacher!.email}' where username = 'here.bursar'`);
  await expect(importing()).rejects.toThrow('such as here.bursar. Ask them whether both are theirs');
});

test('everything arrives as it was, and nothing else changes', async () => {
  const before = {
    school: await rowsOfInstitution(source.ownerUrl, facts.id),
    accounts: await accountsIn(target.ownerUrl),
    form: await formOf(target.ownerUrl),
  };
  const others = await rowsOfOthers(target.ownerUrl, facts.id, before.accounts);
  const imported = await importing({ mergesAccounts: true });
  expect(imported).toMatchObject({ joined: 1, papers: 1, uploads: proof.list.uploads.count });
  const after = await rowsOfInstitution(target.ownerUrl, facts.id);
  const changed = Object.keys(before.school).filter((name) => after[name]?.sha256 !== before.school[name]!.sha256);
  // Those that name the teacher, who has one account there, and what holds sealed columns.
  expect(after.audit_entries).toEqual(before.school.audit_entries);
  for (const name of ['ledger_entries', 'ledger_lines', 'invoices', 'published_results', 'academic_papers', 'students'])
    expect(changed).not.toContain(name);
  for (const name of changed) expect(after[name]!.rows, name).toBe(before.school[name]!.rows);
  expect(await rowsOfOthers(target.ownerUrl, facts.id, before.accounts)).toEqual(others);
  expect(await formOf(target.ownerUrl)).toEqual(before.form);
  const [joined] = await ask(
    target,
    `select (select count(*)::int from memberships m join accounts a on a.id = m.account_id
       where a.username = 'here.bursar' and m.institution_id = ${facts.id}) as roles,
       (select disabled_at is not null and email is null from accounts where username = 'teacher') as "isSilent",
       (select count(*)::int from accounts where is_group_administrator and username not like 'here.%') as powerful`,
  );
  expect(joined).toEqual({ roles: 1, isSilent: true, powerful: 0 });
});

test('drills and upgrades, which read the secret themselves, find its results as they were sealed', async () => {
  const read = Buffer.from(to.secret);
  expect(await withClient(target.ownerUrl, (client) => problemsOfPublished(client, read))).toEqual([]);
});

test('there, people sign in as before, codes and secrets work, and new rows get new numbers', async () => {
  await migrate(target.ownerUrl, { secret: to.secret });
  const served = await serve({ ...target, folder: to.folder });
  const { secret } = served.services;
  await withClient(target.ownerUrl, (client) => loadCarriedKeys(client, secret));
  const principal = signIns.find(({ username }) => username === 'registrar')!;
  const registrar = await served.signIn(principal.username, principal.password);
  const { props } = await registrar.page(`/students/${facts.studentId}`);
  expect(JSON.stringify(props)).toContain(String(facts.studentId));
  const verified = await served.app.inject(`/verify/result/${facts.resultCode}`);
  expect([verified.statusCode, verified.body.includes(school)]).toEqual([200, true]);
  expect((await served.database.anonymous((tx) => pendingSecondFactor(tx, secret, facts.totp)))!.text).toBe(totp);
  const order = { institutionId: facts.id, orderId: 1 };
  expect(readCode(secret, orderCode(from.secret, order))).toEqual(order);
  expect(readCode(secret, orderCode(from.secret, { institutionId: facts.college, orderId: 1 }))).toBeNull();
  const guardian = signIns.find(({ role }) => role === 'Guardian')!;
  expect((await served.signIn(guardian.username, guardian.password)).cookies.akada_session).toBeTruthy();
  expect((await served.signIn('here.owner', password)).cookies.akada_session).toBeTruthy();
  await served.close();
  const [sealed] = await ask<{ sealed: Buffer }>(
    target,
    `select sealed from carried_keys where purpose = 'results.seal:${facts.id}'`,
  );
  expect(unseal(keyFor(from.secret, `carried keys:${facts.id}`), sealed!.sealed)).toBeNull();
});

test('where it came from it is closed, leads on, and the college is as it was', async () => {
  const accounts = await accountsIn(source.ownerUrl);
  const ofCollege = await rowsOfInstitution(source.ownerUrl, facts.college);
  const address = 'https://olumo.example';
  const close = (losesChanges: boolean) =>
    closeInstitution(source.ownerUrl, { wanted: school, to: address, losesChanges });
  await ask(
    source,
    `insert into audit_entries (institution_id, person, action, summary) values (${facts.id}, 'Ada', 'students.edit', 'late')`,
  );
  await expect(close(false)).rejects.toThrow('1 entry was added to the log');
  await close(true);
  expect(await rowsOfInstitution(source.ownerUrl, facts.college)).toEqual(ofCollege);
  expect(await accountsIn(source.ownerUrl)).toEqual(accounts);
  const served = await serve({ ...source, folder: from.folder });
  const leadsTo = async (url: string) => (await served.app.inject(url)).headers.location;
  for (const path of [
    `/verify/result/${facts.resultCode}`,
    `/verify/receipt/${facts.receipt}?a=b`,
    '/sites/olumo-heights/news',
    `/orders/${orderCode(from.secret, { institutionId: facts.id, orderId: 1 })}`,
  ])
    expect(await leadsTo(path)).toBe(address + path);
  expect(await leadsTo('/sites/zuma-view')).toBeUndefined();
  const hook = await served.app.inject({ method: 'POST', url: `/hooks/${facts.id}/message-termii`, payload: {} });
  expect([hook.statusCode, hook.headers.location]).toEqual([308, `${address}/hooks/${facts.id}/message-termii`]);
  const registrar = signIns.find(({ username }) => username === 'registrar')!;
  await expect(served.signIn(registrar.username, registrar.password)).rejects.toThrow('could not sign in');
  const group = signIns.find(({ role }) => role === 'Group administrator')!;
  const browser = await served.signIn(group.username, group.password);
  const shown = [facts.college, facts.id].map(async (id) => (await browser.get(`/institutions/${id}`)).statusCode);
  expect(await Promise.all(shown)).toEqual([200, 404]);
  await served.close();
});
