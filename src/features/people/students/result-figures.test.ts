import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { rangeOf } from './result-figures.ts';

/** 130 students called Figure, two in three with results, many with the same; CGPAs that differ behind the second decimal. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
const ilorin = () => world.school.ilorin;

interface Known {
  id: number;
  isFigure: boolean;
  average: string | null;
  cgpa: string | null;
  position: number | null;
  designation: number | null;
  promotion: string | null;
}
let all: Known[];

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  const { id: institutionId } = ilorin();
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  all = await world.database.asSystem([institutionId], async (tx) => {
    await tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name)
      select ${institutionId}, 'F/' || n, 'Figure', 'N' || n from generate_series(1, 130) n`);
    await tx.execute(sql`insert into result_summaries (institution_id, student_id, session, term, system, average,
        average_exact, cgpa, cgpa_exact, position, position_of, designation, designation_order)
      select institution_id, id, '2026/2027', 'First Term', 'average', 40 + id % 5, 40 + id % 5, 3.5,
        round((3500 - id % 9)::numeric / 1001, 30), 1 + id % 4, 30,
        case id % 3 when 0 then 'Pass' else 'First Class' end, case id % 3 when 0 then -100 else -450 end
      from students where institution_id = ${institutionId} and surname = 'Figure' and id % 3 < 2`);
    await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date, to_date, outcome)
      select s.institution_id, s.id, b.id, b.session_id, day, day + 9, case when (s.id + n) % 2 = 0 then 'promoted' else 'repeated' end
      from students s join batches b on (b.institution_id, b.id) = (s.institution_id, ${batchId})
      cross join (values (1, date '2024-09-01'), (2, date '2025-09-01')) v (n, day)
      where s.institution_id = ${institutionId} and s.surname = 'Figure' and s.id % 4 > 0`);
    const { rows } = await tx.execute<Known & Record<string, unknown>>(sql`
      select s.id::int as id, s.surname = 'Figure' as "isFigure", r.average_exact as average, r.cgpa_exact as cgpa, r.position, r.designation_order as designation,
        (select outcome from enrolments e where e.student_id = s.id and e.outcome in ('promoted', 'repeated', 'graduated') order by to_date desc limit 1) as promotion
      from students s left join result_summaries r on r.student_id = s.id
      where s.institution_id = ${institutionId} and s.merged_into_id is null`);
    return rows;
  });
});
afterAll(() => world.close());

async function paged(browser: Browser, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let address: string | null = `/students?${query}`; address;) {
    const { props } = await browser.page(address);
    ids.push(...(props.rows as { id: number }[]).map(({ id }) => id));
    address = props.next as string | null;
  }
  return ids;
}

/** By sorting all of them. */
function expected(
  key: Exclude<keyof Known, 'id' | 'isFigure'>,
  sign: 1 | -1,
  isWanted: (one: Known) => boolean = () => true,
) {
  // Decimals of the same length, integers and words.
  const rank = (value: string | number) => (typeof value === 'string' ? value : value + 1000);
  return all
    .filter(isWanted)
    .toSorted((a, b) => {
      const [first, second] = [a[key], b[key]];
      if (first === null || second === null)
        return Number(first === null) - Number(second === null) || sign * (a.id - b.id);
      return sign * (rank(first) < rank(second) ? -1 : rank(first) > rank(second) ? 1 : a.id - b.id);
    })
    .map(({ id }) => id);
}

test('3.16 the list is sorted by every result, exactly, over pages with ties, people without one last', async () => {
  for (const key of ['average', 'cgpa', 'position', 'designation', 'promotion'] as const) {
    expect(await paged(registrar, `sort=${key}`), key).toEqual(expected(key, 1));
    expect(await paged(registrar, `sort=-${key}`), key).toEqual(expected(key, -1));
  }
  // Searched: gathered by words, in the same order.
  expect(await paged(registrar, 'q=figure&sort=-cgpa')).toEqual(expected('cgpa', -1, ({ isFigure }) => isFigure));
  const { ids } = (await registrar.get('/students/ids?sort=-cgpa')).json<{ ids: number[] }>();
  expect(ids).toEqual(expected('cgpa', -1));
});

test('3.16 results filter the list: a figure as shown, a range of exact values, a class of degree, a promotion', async () => {
  const isBelow = ({ cgpa }: Known) => cgpa !== null && Number(cgpa) < 3.49;
  expect(all.filter(isBelow).length).toBeGreaterThan(0);
  expect(await paged(registrar, 'sort=cgpa&cgpa=..3.49')).toEqual(expected('cgpa', 1, isBelow));
  const inRange = await paged(registrar, 'sort=average&average=41..42.5&position=1');
  expect(inRange).toEqual(
    expected('average', 1, (one) => ['41', '42'].includes(one.average ?? '') && one.position === 1),
  );
  expect(await paged(registrar, 'sort=position&designation=First%20Class&promotion=repeated')).toEqual(
    expected('position', 1, (one) => one.designation === -450 && one.promotion === 'repeated'),
  );
  expect(await paged(registrar, 'average=many')).toEqual([]);
  const choices = await registrar.page('/students', { component: 'students/student-list', props: ['choices'] });
  expect(choices.props.choices).toMatchObject({ designations: ['First Class', 'Pass'] });
  expect((await registrar.get('/students/export.csv?sort=-cgpa&cgpa=3.5&columns=surname')).statusCode).toBe(200);
});

test('people who may not see results can neither sort nor filter by them; a position of another list is refused', async () => {
  for (const role of ['bursar', 'guardian', 'teacher']) {
    const browser = await world.as(role);
    for (const asked of ['sort=-average', 'average=40..', 'designation=Pass', 'sort=promotion'])
      expect((await browser.get(`/students?${asked}`)).statusCode, `${role} ${asked}`).toBe(403);
    expect((await browser.get('/students/ids?sort=cgpa')).statusCode).toBe(403);
    expect((await browser.get('/students/export.csv?cgpa=3..&columns=surname')).statusCode).toBe(403);
  }
  // Another institution's are not even there.
  expect(await paged(await world.as('registrar.offa'), 'cgpa=0..')).toEqual([]);
  const cursor = (key: string, part: number) => Buffer.from(JSON.stringify([key, 1, part])).toString('base64url');
  for (const [sort, key, part] of [
    ['cgpa', 'Obi', 0],
    ['position', '1.5', 0],
    ['position', '', 0],
    ['average', '1', 1],
  ] as const)
    expect((await registrar.get(`/students?sort=${sort}&after=${cursor(key, part)}`)).statusCode).toBe(422);
});

test('what can be typed as a range', () => {
  expect(['3.5', '3.5..4', '..2', '70 ..', '5…6'].map(rangeOf)).toEqual([
    { shown: '3.5' },
    { low: '3.5', high: '4' },
    { low: '0', high: '2' },
    { low: '70', high: '1000000' },
    { low: '5', high: '6' },
  ]);
  expect(['', '..', 'x', '1..x', '-1', '1;2', '1e3'].map(rangeOf)).toEqual(Array(7).fill(null));
});
