import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import { loadGazetteer } from '#features/records/geography/geography.queries.ts';
import { employeeExport } from '#features/people/employees/employee-list.routes.ts';
import { guardianExport } from '#features/people/guardians/guardian-list.routes.ts';
import { studentExport, studentExportColumns, importableKeys } from '#features/people/students/export-students.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { createInstitution } from '#test/school-builder.ts';
import { checkRows } from '../work/check-rows.job.ts';
import { parentFields } from '../kinds/parent-columns.ts';
import { studentRoster } from '../kinds/students.ts';
import type { ImportKind } from '../kinds/kind-labels.ts';
import { runRows } from '../work/run-rows.job.ts';

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
    await addMissingListValues(tx, ilorin, 'religions', ['=Islam']);
    await addMissingListValues(tx, ilorin, 'languages', ["'Gùn"]);
    await tx.execute(sql`update students set registration_number = 'R/' || id, email = 'student' || id || '@example.com',
      city = 'Ọ̀fà, "old" town', community = '-Òkè', address = '@12, Lane "4"', religion = '=Islam', language = $$'Gùn$$,
      blood_group = 'O-', middle_name = 'Bọ́lá', phone = '+23480312345' || lpad((id % 100)::text, 2, '0'),
      country_id = 'NG', state_id = (select id from states where name = 'Akwa Ibom'),
      lga_id = (select l.id from lgas l join states s on s.id = l.state_id where s.name = 'Akwa Ibom' order by l.name limit 1)`);
    await tx.update(students).set({ surname: 'O’Obi', firstName: 'Àdá' }).where(eq(students.surname, 'Obi'));
  });
});
afterAll(() => site.close());

const exportedKinds = { students: studentExport.kind, employees: employeeExport.kind, guardians: guardianExport.kind };

/** Everything that an import takes back, restricted columns too. */
async function exported(
  institutionId: number,
  format: 'csv' | 'xlsx',
  people: Exclude<ImportKind, 'openings' | 'results'> = 'students',
) {
  const here = `institution_id=${institutionId}`;
  const offered = (await group.get(`/${people}/export-columns?${here}`)).json<{ key: string }[]>();
  const { columns } = exportedKinds[people];
  const wanted = offered.map(({ key }) => key).filter((key) => !columns[key]?.isExtra);
  const asked = wanted.map((key) => `columns=${key}`).join('&');
  const all = people === 'employees' ? '&state=all' : '';
  return (await group.get(`/${people}/export.${format}?${here}${all}&${asked}`)).rawPayload;
}

/** Uploads the file, takes the guess, checks and runs it; what the check said. */
async function importInto(
  institutionId: number,
  file: Buffer,
  name: string,
  existing: 'skip' | 'update' | 'report',
  kind: ImportKind = 'students',
) {
  const boundary = 'cloth';
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      `${part('name="institutionId"')}${institutionId}\r\n${part('name="kind"')}${kind}\r\n${part(`name="file"; filename="${name}"`)}`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' };
  const uploaded = await group.send({ method: 'POST', url: '/imports', payload, headers });
  const address = String(uploaded.headers.location);
  const { columns } = (await group.page(address)).props as { columns: { field: string | null }[] };
  const mapping = columns.map(({ field }) => field);
  await group.post(`${address}/check`, { mapping, existing, alike: 'skip', repeat: true });
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

test('the export has every importable field under its label, except redundant ones and those of guardians', () => {
  expect(importableKeys.map((key) => studentExportColumns[key].header)).toEqual(
    importableKeys.map((key) => studentRoster.fields[key]!.label),
  );
  const others = ['fullName', 'arm', 'enrolledFrom', ...Object.keys(parentFields), 'photo'];
  expect(Object.keys(studentRoster.fields).filter((key) => !importableKeys.includes(key as never))).toEqual(others);
});

test.each(['csv', 'xlsx'] as const)('%s: importing an export into the same school changes nothing', async (format) => {
  const before = await all(ilorin);
  const file = await exported(ilorin, format);
  const skipped = await importInto(ilorin, file, `students.${format}`, 'skip');
  expect(skipped).toMatchObject({ mapping: importableKeys, problems: [], bad: 0, skipped: 12, good: 0 });
  const updated = await importInto(ilorin, file, `students.${format}`, 'update');
  expect(updated).toMatchObject({ problems: [], bad: 0, skipped: 0, good: 12 });
  const after = await all(ilorin);
  expect(after.rows).toEqual(before.rows);
  expect(after.rows.length).toBe(12);
});

test('an empty school has the same students after the import, and exports the same file', async () => {
  const file = await exported(ilorin, 'csv');
  expect(await importInto(twin, file, 'students.csv', 'report')).toMatchObject({ bad: 0, good: 12, problems: [] });
  expect((await exported(twin, 'csv')).toString()).toBe(file.toString());
});

/**
 * Own fields of every type that a file can hold, the same in both schools, their labels and words not made for files.
 */
const ownTypes = ['text', 'number', 'date', 'yes_no', 'choice', 'multi_choice'] as const;
const label = (type: string) => `=Own "${type}", ọ̀;`;
const words = ['=1+1', 'Red; blue', "O'Níí"];

/** Fills everything of a kind in Ilorin with hostile text, and gives the twin the same own fields. */
async function fillCustomFields(entity: 'student' | 'employee' | 'guardian') {
  for (const institutionId of [ilorin, twin]) {
    await site.database.asSystem([institutionId], async (tx) => {
      for (const type of ownTypes) {
        const { rows } = await tx.execute<{ id: number }>(
          sql`insert into custom_fields (institution_id, entity, label, type, field_group)
            values (${institutionId}, ${entity}, ${label(type)}, ${type}, ${type === 'text' ? 'private' : 'general'}) returning id`,
        );
        if (type.endsWith('choice'))
          for (const word of words)
            await tx.execute(sql`insert into custom_field_options (institution_id, field_id, label)
              values (${institutionId}, ${rows[0]!.id}, ${word})`);
      }
    });
  }
  const people = sql.identifier(`${entity}s`);
  const column = sql.identifier(`${entity}_id`);
  await site.database.asSystem([ilorin], async (tx) => {
    const value = (type: string, target: string, cell: ReturnType<typeof sql>) =>
      tx.execute(sql`insert into custom_values (institution_id, field_id, ${column}, ${sql.identifier(target)})
        select ${ilorin}, f.id, p.id, ${cell} from ${people} p join custom_fields f on f.institution_id = ${ilorin} and f.entity = ${entity}
          and f.type = ${type} where p.institution_id = ${ilorin} and p.id % 3 > 0`);
    await value('text', 'text_value', sql`'-2+3; "q" ' || p.id`);
    await value('number', 'number_value', sql`-12.5 * p.id`);
    await value('date', 'date_value', sql`date '1999-02-03'`);
    await value('yes_no', 'yes_value', sql`p.id % 2 = 0`);
    for (const [type, mine] of [
      ['choice', [words[1]]],
      ['multi_choice', words],
    ] as const)
      for (const word of mine)
        await value(
          type,
          'option_id',
          sql`(select o.id from custom_field_options o where o.field_id = f.id and o.label = ${word})`,
        );
  });
}

const ownValues = async (entity: string) => {
  const { rows } = await site.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`select to_jsonb(v) - 'id' as value from custom_values v where ${sql.identifier(`${entity}_id`)} is not null
      order by field_id, ${sql.identifier(`${entity}_id`)}, option_id`),
  );
  return rows;
};

describe.each([
  ['students', 'student', 12],
  ['employees', 'employee', 10],
  ['guardians', 'guardian', 5],
] as const)('3.15 3.16 %s', (people, entity, count) => {
  beforeAll(async () => {
    await fillCustomFields(entity);
    if (people === 'employees') await fillEmployees();
    if (people === 'guardians') await fillGuardians();
    if (people === 'students')
      await site.database.asSystem([ilorin], async (tx) => {
        await addMissingListValues(tx, ilorin, 'studentCategories', ['@Day, "2"']);
        await addMissingListValues(tx, ilorin, 'guardianRelations', ['+Aunt']);
        await tx.execute(sql`update students set category = '@Day, "2"', mobile = '+2348031234567', nationality_id = 'GH', genotype = 'AS',
          next_of_kin_name = '=Ọ̀gá, "N"', next_of_kin_phone = '+2348039876543', next_of_kin_relation = '+Aunt'`);
      });
  });

  const rowsOf = async () => {
    const table = sql.identifier(people);
    const { rows } = await site.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`select to_jsonb(p) - 'updated_at' as person,
        (select jsonb_agg(to_jsonb(g) - 'created_at' order by g.student_id, g.guardian_id) from student_guardians g
          where g.institution_id = ${ilorin}) as links from ${table} p where p.institution_id = ${ilorin} order by p.id`),
    );
    return rows;
  };

  test.each(['csv', 'xlsx'] as const)('%s imported into the same school changes nothing', async (format) => {
    const [before, own] = [await rowsOf(), await ownValues(entity)];
    expect(before.length).toBe(count);
    expect(own.length).toBeGreaterThan(count);
    const file = await exported(ilorin, format, people);
    const done = await importInto(ilorin, file, `people.${format}`, 'update', people);
    expect(done).toMatchObject({ problems: [], bad: 0, good: count, skipped: 0 });
    expect(done['mapping']).not.toContain(null);
    expect(await rowsOf()).toEqual(before);
    expect(await ownValues(entity)).toEqual(own);
    const left = await importInto(ilorin, file, `people.${format}`, 'skip', people);
    expect(left).toMatchObject({ problems: [], bad: 0, good: 0, skipped: count });
  });

  test('csv imported into an empty school gives the same people, and exports the same file', async () => {
    await empty(people);
    const file = await exported(ilorin, 'csv', people);
    expect(await importInto(twin, file, 'people.csv', 'report', people)).toMatchObject({
      bad: 0,
      good: count,
      problems: [],
    });
    const plain = (text: Buffer) =>
      // Guardians of another school are others, under ids of their own.
      people === 'guardians' ? text.toString().replace(/^\d+,/gm, '') : text.toString();
    expect(plain(await exported(twin, 'csv', people))).toBe(plain(file));
  });
});

/** The twin has no such people yet, save that guardians find their children. */
const empty = (people: string) =>
  withClient(site.ownerUrl, async (client) => {
    await client.query(`delete from custom_values where institution_id = ${twin}`);
    if (people === 'guardians') return;
    await client.query(`delete from enrolments where institution_id = ${twin}`);
    await client.query(`delete from ${people} where institution_id = ${twin}`);
  });

async function fillEmployees() {
  await site.database.asSystem([ilorin], async (tx) => {
    const listed = {
      maritalStatuses: '=Wed',
      employeeCategories: '+Cat',
      departments: '@Dept, "A"',
      employeePositions: '-Pos',
      qualifications: "'=Q",
      educationalQualifications: 'B.Ed; M.Ed',
      guardianRelations: '＝Kin',
    } as const;
    for (const [list, word] of Object.entries(listed))
      await addMissingListValues(tx, ilorin, list as keyof typeof listed, [word]);
    await tx.execute(sql`update employees set title = '=Dr', middle_name = 'Ọmọ', gender = 'female', birth_date = '1980-02-29',
      marital_status = '=Wed', religion = '=Islam', blood_group = 'AB-', genotype = 'AC', nationality_id = 'NG', country_id = 'NG',
      state_id = (select id from states where name = 'Kano' limit 1), city = '-Òfà', community = '=1+1', address = '@12; "Lane"',
      phone = '+2348031234567', mobile = '+2348039876543', email = 'e' || id || '@example.com', category = '+Cat',
      department = '@Dept, "A"', position = '-Pos', qualification = $$'=Q$$, educational_qualification = 'B.Ed; M.Ed', graduation_year = 2009,
      employed_on = '2015-09-01', next_of_kin_name = '＝Kin', next_of_kin_phone = '+2348031112222', next_of_kin_relation = '＝Kin'`);
    await tx.execute(
      sql`update employees set left_on = '2024-07-31', leaving_reason = '=retired' where employee_number = 'E2'`,
    );
    // Here people write their state themselves, once its country has none that are kept.
    await tx.execute(sql`update employees set country_id = null, state_id = null where employee_number = 'E3'`);
  });
}

async function fillGuardians() {
  await site.database.asSystem([ilorin], async (tx) => {
    await addMissingListValues(tx, ilorin, 'guardianRelations', ['Step; mother', '=Pa']);
    await tx.execute(
      sql`update guardians set occupation = '=cmd', employer = '@"E", ọ̀', title = '+Mrs', religion = '=Islam', language = $$'Gùn$$`,
    );
    for (const [at, names] of [
      ['Bello', 'Ｍ'],
      ['Eze', 'Àda'],
      ['Bello', 'Ｍ'],
      ['Ojo', 'No phone'],
    ].entries()) {
      const { rows } = await tx.execute<{
        id: number;
      }>(sql`insert into guardians (institution_id, surname, first_name, phone, nationality_id)
        values (${ilorin}, ${names[0]}, ${names[1]}, ${at < 2 ? `+23480300000${20 + at}` : null}, 'BJ') returning id`);
      // The last has no child and nothing to be known by but its id.
      if (at < 3)
        await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, relation, pays_fees, may_collect)
          select ${ilorin}, id, ${rows[0]!.id}, case when id % 2 = 0 then 'Step; mother' else '=Pa' end, id % 2 = 0, true
          from students where institution_id = ${ilorin} and batch_id is null and id % 3 = ${at} % 3`);
    }
  });
}

test('the guess skips a column that another one implies', async () => {
  const query = `institution_id=${ilorin}&columns=surname&columns=firstName&columns=batch&columns=class&columns=program`;
  const file = (await group.get(`/students/export.csv?${query}`)).rawPayload;
  const { mapping } = await importInto(twin, file, 'students.csv', 'report');
  expect(mapping).toEqual(['surname', 'firstName', 'batch', null, null]);
});

test('every country, state and LGA is found by its exported name', async () => {
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
