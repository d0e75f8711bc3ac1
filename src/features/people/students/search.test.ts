import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

/** A school whose names stand in clumps: what is found of it by pages must be what reading every row finds. */
let world: Awaited<ReturnType<typeof startSchool>>;
let all: Known[];

interface Known {
  id: number;
  sort_name: string;
  search_text: string;
  gender: string | null;
  institution_id: number;
}

beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  all = await withClient(world.ownerUrl, async (client) => {
    for (const [id, size] of [
      [ilorin.id, 6000],
      [offa.id, 120],
    ])
      await client.query(
        `insert into students (institution_id, admission_number, surname, first_name, middle_name, gender, phone)
         select $1, 'B/' || n,
           (array['Oladipo', 'Oladele', 'Ola', 'Ọlá-Ìdá', 'Ade', 'Adeyemi', 'Zubairu', 'Abdul', 'Abdul Ola', 'D''Ola'])[1 + n * 7 % 10],
           (array['Ladi', 'Musa', 'Ronke', 'Olabisi'])[1 + n * 11 % 4] || case when n % 97 = 0 then ' Quxford' else '' end,
           case when n % 5 = 0 then 'Dele' end, case when n % 3 = 0 then 'male' else 'female' end, '+23480' || lpad(n::text, 8, '0')
         from generate_series(1, $2::int) n`,
        [id, size],
      );
    await client.query('analyze students');
    const { rows } = await client.query<Known>(
      'select id::int, institution_id, sort_name, search_text, gender from students',
    );
    return rows;
  });
});
afterAll(() => world?.close());

/** Whom the word names first, in order; then the others who bear it, in order. */
function expected(q: string, isFound: (one: Known) => boolean, sort: 'name' | '-name') {
  const words = q.toLowerCase().split(' ');
  const has = (text: string, word: string) =>
    word.length > 2 ? text.includes(word) : text.split(' ').some((one) => one.startsWith(word));
  const isNamed = ({ sort_name }: Known) => (words.length === 1 && has(sort_name.split(' ')[0]!, words[0]!) ? 0 : 1);
  const compare = (a: Known, b: Known) =>
    a.sort_name === b.sort_name ? a.id - b.id : Buffer.compare(Buffer.from(a.sort_name), Buffer.from(b.sort_name));
  const found = all.filter((one) => isFound(one) && words.every((word) => has(one.search_text, word)));
  return found
    .toSorted((a, b) => isNamed(a) - isNamed(b) || (sort === 'name' ? compare(a, b) : -compare(a, b)))
    .map(({ id }) => id);
}

async function paged(role: string, query: string, atMost: number) {
  const browser = await world.as(role);
  const ids: number[] = [];
  for (let address: string | null = `/students?${query}`; address && ids.length < atMost;) {
    const { props } = await browser.page(address);
    ids.push(...(props.rows as Known[]).map(({ id }) => id));
    address = props.next as string | null;
  }
  return ids;
}

test.for([
  'lad',
  'ola',
  'ade',
  'ol',
  'o',
  'z',
  'oladele',
  'ladi',
  'quxford',
  'ronke',
  'dele',
  'ola dele',
  'abdul ola',
  'b/5',
  // The index is asked for a part of these words alone.
  'b/123',
  'x/1234',
  '/59',
  'ola-ida',
  'ola-idan',
  '+2348',
  'nobodyatall',
])('paging through a search for %s finds each once, surnames first', async (q) => {
  const mine = ({ institution_id }: Known) => institution_id === world.school.ilorin.id;
  for (const sort of ['name', '-name'] as const) {
    const found = await paged('registrar', `q=${encodeURIComponent(q)}&sort=${sort}`, 1500);
    const right = expected(q, mine, sort);
    expect(found).toEqual(right.slice(0, found.length));
    expect(found.length).toBe(Math.min(Math.ceil(1500 / 50) * 50, right.length));
  }
});

test('a telephone number finds its student however it is written', async () => {
  const kept = all.find(({ search_text }) => search_text.includes('+2348000001234'))!;
  for (const q of ['+2348000001234', '08000001234', '0800 000 1234', '+234 800 000 1234'])
    expect(await paged('registrar', `q=${encodeURIComponent(q)}`, 50), q).toEqual([kept.id]);
});

test('filters and an institution narrow it, and several institutions share one order', async () => {
  const [gender, group] = await Promise.all([
    paged('registrar', 'q=lad&gender=male', 400),
    paged('group', 'q=lad', 400),
  ]);
  const inIlorin = (one: Known) => one.institution_id === world.school.ilorin.id;
  expect(gender).toEqual(
    expected('lad', (one) => inIlorin(one) && one.gender === 'male', 'name').slice(0, gender.length),
  );
  expect(gender).toHaveLength(400);
  expect(group).toEqual(expected('lad', () => true, 'name').slice(0, group.length));
});

test('whose name is changed is found by the new one, from the first page', async () => {
  const registrar = await world.as('registrar');
  const [student] = (await registrar.page('/students?q=zubairu')).props.rows as { id: number }[];
  const { student: record } = (await registrar.page(`/students/${student!.id}/edit`)).props;
  const changed = await registrar.post(`/students/${student!.id}`, {
    ...Object.fromEntries(Object.entries(record as object).filter(([, value]) => value !== null)),
    surname: 'Ẹ̀kúnwẹ́',
  });
  expect(changed.statusCode).toBe(303);
  const { rows } = (await registrar.page('/students?q=ekunwe')).props;
  expect((rows as { id: number }[]).map(({ id }) => id)).toEqual([student!.id]);
});
