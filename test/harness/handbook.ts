import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { entryFrom } from '#features/results/assessment/marks/mark-text.ts';
import type { startSchool } from './app.ts';
import { offeredScale, rowsIn, typedScale, type Scale } from './handbook-scale.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** How a school grades, as its registrar types it. */
export interface Handbook {
  /** The grades, or the key of the preset that its form begins with. */
  scale: Scale | string;
  /** The first holds for the institution, the others for the courses named. */
  schemes: [Scheme, ...(Scheme & { of: string[] })[]];
  courses: Record<string, number>;
}

interface Scheme {
  /** Instead of the handbook's. */
  scale?: Scale;
  system: 'average' | 'gpa';
  passMark: string;
  parts: [name: string, maximum: string, more?: { weight?: string; group?: string }][];
  /** Any other field of the form. */
  more?: object;
}

/** What is typed for a student in a course, part by part: '12 A 15 I'. */
export type Marks = Record<string, Record<string, string>>;

/** For tests: a school that works by a handbook, set up and used through its forms. */
export async function openHandbook(world: World, { scale, schemes, courses }: Handbook) {
  const [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const { id: institutionId, batchIds, studentIds } = world.school.ilorin;
  const batchId = (batchIds as Record<string, number>)['JSS 1 A']!;
  const student = (name: string) => (studentIds as Record<string, number>)[name]!;
  const read = <Row>(query: ReturnType<typeof sql>) =>
    world.database.asSystem([institutionId], async (tx) => (await tx.execute(query)).rows as Row[]);
  const done = (answer: { statusCode: number; body: string }) =>
    expect([answer.statusCode, answer.body]).toEqual([303, '']);
  const idOf = async (table: 'grading_scales' | 'assessment_schemes', name: string) =>
    (await read<{ id: number }>(sql`select id::int as id from ${sql.raw(table)} where name = ${name}`))[0]!.id;

  const courseIds = Object.fromEntries(
    (
      await read<{ id: number; code: string }>(sql`
        with gone as (delete from course_offerings where batch_id = ${batchId}),
        made as (insert into courses (institution_id, code, title, credit_units)
          select ${institutionId}, 'T ' || key, 'T ' || key, value::int
          from jsonb_each_text(${JSON.stringify(courses)}::jsonb) returning id, code)
        select id::int as id, substr(code, 3) as code from made`)
    ).map(({ id, code }) => [code, id]),
  );
  await read(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select ${institutionId}, ${batchId}, c from unnest(${sql.param(Object.values(courseIds))}::bigint[]) c`);

  async function addScale(typed: string, scale: Scale | string): Promise<number> {
    const form = typeof scale === 'string' ? await offeredScale(registrar, scale) : typedScale(typed, scale);
    done(await registrar.post('/grading-scales', { ...form, institutionId }));
    return idOf('grading_scales', form.name);
  }
  const usual = await addScale('Handbook', scale);
  for (const [at, { scale: own, system, passMark, parts, more, ...rest }] of schemes.entries()) {
    const name = `Handbook ${at + 1}`;
    // oxlint-disable-next-line no-await-in-loop
    const scaleId = own ? await addScale(name, own) : usual;
    // One after the other, as a person does it.
    // oxlint-disable-next-line no-await-in-loop
    done(
      // oxlint-disable-next-line no-await-in-loop
      await registrar.post('/assessment-schemes', {
        institutionId,
        name,
        system,
        passMark,
        scaleId,
        step: '50',
        cumulative: 'mean',
        minimumCourses: '1',
        ranksBatch: 'on',
        ranksCourses: 'on',
        repeats: 'all_attempts',
        components: rowsIn(
          parts.map(([part, maximum, also]) => ({ savedKey: '', name: part, maximum, weight: '', group: '', ...also })),
        ),
        ...more,
      }),
    );
    // oxlint-disable-next-line no-await-in-loop
    const schemeId = await idOf('assessment_schemes', name);
    for (const code of 'of' in rest ? (rest.of as string[]) : [null])
      done(
        // oxlint-disable-next-line no-await-in-loop
        await registrar.post('/scheme-uses', {
          institutionId,
          schemeId,
          programId: '',
          classId: '',
          courseId: code === null ? '' : courseIds[code],
        }),
      );
  }
  const terms = await read<{ id: number; session: number; class: number }>(
    sql`select t.id::int as id, t.session_id::int as session, b.class_id::int as class from terms t
      join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id) and b.id = ${batchId}
      order by t.position`,
  );

  /** Opens the term at this place, types the marks, and publishes them. Returns the sheet. */
  async function publish(at: number, marks: Marks): Promise<number> {
    done(await registrar.post('/mark-sheets', { termId: terms[at]!.id, batchIds: [batchId], dueOn: '' }));
    const [sheet] = await read<{ id: number }>(
      sql`select id::int as id from mark_sheets where term_id = ${terms[at]!.id} and batch_id = ${batchId}`,
    );
    for (const [code, courseId] of Object.entries(courseIds)) {
      const place = `/mark-sheets/${sheet!.id}/courses/${courseId}`;
      // oxlint-disable-next-line no-await-in-loop
      const { components } = ((await registrar.page(place)).props as { sheet: { scheme: { components: Part[] } } })
        .sheet.scheme;
      const cells = Object.entries(marks).flatMap(([name, own]) =>
        (own[code] ?? '')
          .split(' ')
          .filter(Boolean)
          .map((typed, n) => ({
            studentId: student(name),
            component: components[n]!.key,
            entry: entryFrom(typed),
            was: null,
          })),
      );
      if (cells.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop
      const saved = await registrar.post(`${place}/marks`, { cells });
      expect(saved.json(), code).toEqual({ saved: cells.length, problems: [] });
    }
    done(await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] }));
    done(await principal.post('/mark-sheets/approve', { ids: [sheet!.id], reason: 'Some take less' }));
    done(await principal.post('/mark-sheets/publish', { ids: [sheet!.id] }));
    return sheet!.id;
  }

  return { registrar, principal, institutionId, terms, student, courseIds, read, publish };
}

export type HandbookSchool = Awaited<ReturnType<typeof openHandbook>>;

interface Part {
  key: string;
}
