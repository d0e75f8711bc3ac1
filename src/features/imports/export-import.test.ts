import { learnWords } from '#features/lookups/check-words.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countries, lgas, states } from '#features/geography/geography.schema.ts';
import { loadGazetteer } from '#features/geography/geography.queries.ts';
import { studentExportColumns, usualExportKeys } from '#features/students/export-columns.ts';
import { students } from '#features/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { createInstitution } from '#test/school-builder.ts';
import { checkRows } from './check-rows.job.ts';
import { studentRoster } from './kinds/students.ts';
import { runRows } from './run-rows.job.ts';

/*
 * What was exported can be imported again without a change: into the school it came from, and into one that has nobody
 * yet but the same batches.
 */
let site: Awaited<ReturnType<typeof startSchool>>;
let group: Browser;
let ilorin: number;
let twin: number;
beforeAll(async () => {
  site = await startSchool();
  group = await site.as('group');
  ilorin = site.school.ilorin.id;
  twin = await site.database.asSystem([], async (tx) => {
    const { id } = await createInstitution(tx, 'Twin Grammar School', 'secondary', {
      program: 'Junior Secondary',
      classes: ['JSS 1', 'JSS 2'],
      batches: ['JSS 1 A', 'JSS 1 B', 'JSS 2 A'],
      courses: ['ENG English Language'],
      seats: [['Some Body', 'active', 'JSS 1 A']],
    });
    return id;
  });
  await withClient(site.ownerUrl, (client) =>
    client.query(
      `delete from enrolments where institution_id = ${twin}; delete from students where institution_id = ${twin}`,
    ),
  );
  await site.database.asSystem([ilorin], async (tx) => {
    await learnWords(tx, ilorin, 'religions', ['=Islam']);
    await learnWords(tx, ilorin, 'languages', ["'Gùn"]);
    await tx.execute(sql`update students set registration_number = 'R/' || id, email = 'student' || id || '@example.com',
      city = 'Ọ̀fà, "old" town', community = '-Òkè', address = '@12, Lane "4"', religion = '=Islam', language = $$'Gùn$$,
      blood_group = 'O-', middle_name = $$+'Bọ́lá$$, phone = '+23480312345' || lpad((id % 100)::text, 2, '0'),
      country_id = 'NG', state_id = (select id from states where name = 'Akwa Ibom'),
      lga_id = (select l.id from lgas l join states s on s.id = l.state_id where s.name = 'Akwa Ibom' order by l.name limit 1)`);
    await tx.update(students).set({ surname: "'=Obi", firstName: '＝Ada' }).where(eq(students.surname, 'Obi'));
  });
});
afterAll(() => site.close());

const exported = async (institutionId: number, format: 'csv' | 'xlsx') =>
  (await group.get(`/students/export.${format}?institution_id=${institutionId}`)).rawPayload;

/** Uploads the file, takes the guess, checks and runs it; what the check said. */
async function importInto(institutionId: number, file: Buffer, name: string, existing: 'skip' | 'update' | 'report') {
  const boundary = 'cloth';
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(`${part('name="institutionId"')}${institutionId}\r\n${part(`name="file"; filename="${name}"`)}`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' };
  const uploaded = await group.send({ method: 'POST', url: '/imports', payload, headers });
  const address = String(uploaded.headers.location);
  const { columns } = (await group.page(address)).props as { columns: { field: string | null }[] };
  const mapping = columns.map(({ field }) => field);
  await group.post(`${address}/check`, { mapping, existing, sameName: 'report' });
  await work();
  const { props } = await group.page(address);
  await group.post(`${address}/run`, { mode: 'all' });
  await work();
  return { mapping, problems: props.problems, ...props.import } as Record<string, unknown>;
}

async function work() {
  const never = new AbortController().signal;
  for (const { queue, data } of site.sent.splice(0))
    await (queue === 'imports.run' ? runRows : checkRows)(site.services, data as never, never);
}

const all = (institutionId: number) =>
  site.database.asSystem([institutionId], (tx) =>
    tx.execute(
      sql`select to_jsonb(s) - 'updated_at' as student from students s where institution_id = ${institutionId} order by id`,
    ),
  );

test('the file has every field of the import under its label, save those that say the same in another way', () => {
  expect(usualExportKeys.map((key) => studentExportColumns[key].header)).toEqual(
    usualExportKeys.map((key) => studentRoster.fields[key]!.label),
  );
  expect(Object.keys(studentRoster.fields).filter((key) => !usualExportKeys.includes(key as never))).toEqual(['fullName', 'arm', 'photo']);
});

test.each(['csv', 'xlsx'] as const)('%s: the school it came from has nothing to change', async (format) => {
  const before = await all(ilorin);
  const file = await exported(ilorin, format);
  const skipped = await importInto(ilorin, file, `students.${format}`, 'skip');
  expect(skipped).toMatchObject({ mapping: usualExportKeys, problems: [], bad: 0, skipped: 12, good: 0 });
  const updated = await importInto(ilorin, file, `students.${format}`, 'update');
  expect(updated).toMatchObject({ problems: [], bad: 0, skipped: 0, good: 12 });
  const after = await all(ilorin);
  expect(after.rows).toEqual(before.rows);
  expect(after.rows.length).toBe(12);
});

test('a school with nobody yet has the same students afterwards, and exports the same file', async () => {
  const file = await exported(ilorin, 'csv');
  expect(await importInto(twin, file, 'students.csv', 'report')).toMatchObject({ bad: 0, good: 12, problems: [] });
  expect((await exported(twin, 'csv')).toString()).toBe(file.toString());
});

test('a column that says what another implies is left out by the guess', async () => {
  const query = `institution_id=${ilorin}&columns=surname&columns=firstName&columns=batch&columns=class&columns=program`;
  const file = (await group.get(`/students/export.csv?${query}`)).rawPayload;
  const { mapping } = await importInto(twin, file, 'students.csv', 'report');
  expect(mapping).toEqual(['surname', 'firstName', 'batch', null, null]);
});

test('every country, state and LGA is found again by the name under which it is exported', async () => {
  const lost = await site.database.asSystem([], async (tx) => {
    const places = await loadGazetteer(tx);
    const wrong: string[] = [];
    for (const { id, name } of await tx.select().from(countries))
      if (places.findCountry(name)?.id !== id) wrong.push(name);
    for (const { id, name, countryId } of await tx.select().from(states))
      if (places.findState(name, countryId)?.id !== id) wrong.push(`${countryId} ${name}`);
    for (const { id, name, stateId } of await tx.select().from(lgas))
      if (places.findLga(stateId, name)?.id !== id) wrong.push(`${stateId} ${name}`);
    return wrong;
  });
  expect(lost).toEqual([]);
});
