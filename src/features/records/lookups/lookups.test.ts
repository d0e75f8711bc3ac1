import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { listKeys, listLabels } from './list-labels.ts';
import { lists, type ListKey } from './lookups.schema.ts';
import { idUses, listValueUses } from './change-lists.ts';
import { getTableName } from 'drizzle-orm';

let site: Awaited<ReturnType<typeof startSchool>>;
let institutionId: number;
let registrar: Browser;
beforeEach(async () => {
  site = await startSchool();
  institutionId = site.school.ilorin.id;
  registrar = await site.as('registrar');
});
afterEach(() => site.close());

const wordsOf = async (list: ListKey, browser = registrar) => {
  const { words } = (await browser.page(`/lists?list=${list}`)).props;
  const named = (isRetired: boolean) =>
    words
      .filter((one: { isRetired: boolean }) => one.isRetired === isRetired)
      .map(({ name }: { name: string }) => name);
  return { offered: named(false) as string[], retired: named(true) as string[] };
};
const countsOf = async (list: ListKey) =>
  (await registrar.page(`/lists?list=${list}`, { component: 'lookups/list-editor', props: ['counts'] })).props.counts;
const act = (name: string, list: ListKey, more: object, browser = registrar) =>
  browser.post(`/lists/${name}`, { institutionId, list, ...more });
const query = async <Row extends Record<string, unknown>>(text: string) =>
  (await site.database.asSystem([institutionId], (tx) => tx.execute<Row>(sql.raw(text)))).rows;
const entries = async () =>
  (await query<{ summary: string }>(`select summary from audit_entries where action like 'lookups.%' order by id`)).map(
    ({ summary }) => summary,
  );
/** Three students of either religion. */
const believers = () =>
  query(`update students set religion = case when surname in ('Bakare', 'Garba', 'Danjuma') then 'Islam' else 'Christianity' end
    where institution_id = ${institutionId} and surname in ('Obi', 'Bakare', 'Eze', 'Okafor', 'Garba', 'Danjuma')`);
const religions = async () =>
  (
    await query<{ religion: string; n: number }>(
      `select religion, count(*)::int as n from students where religion is not null group by 1 order by 1`,
    )
  ).map(({ religion, n }) => `${religion} ${n}`);

test('every column that bears words of a list is known, so that none is overlooked when words are counted or combined', async () => {
  const { rows } = await withClient(site.ownerUrl, (client) =>
    client.query(
      `select c.confrelid::regclass::text as list, c.conrelid::regclass::text as owner, a.attname as field
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and array_length(c.conkey, 1) = 2 and c.confrelid::regclass::text = any ($1)`,
      [Object.values(lists).map((table) => getTableName(table))],
    ),
  );
  const inDatabase = rows.map(({ list, owner, field }) => `${list}: ${owner}.${field}`).toSorted();
  const known = listKeys.flatMap((key) =>
    [...listValueUses[key], ...(idUses[key] ?? [])].map(
      ([table, column]) => `${getTableName(lists[key])}: ${table}.${column}`,
    ),
  );
  expect(known.toSorted()).toEqual(inDatabase);
  expect(listKeys.toSorted()).toEqual(Object.keys(lists).toSorted());
});

test('the editor shows every list with its words, in order, and how many bear each', async () => {
  await believers();
  const { props } = await registrar.page('/lists?list=religions');
  expect(props.institution).toEqual({ id: institutionId, name: 'Ilorin Grammar School' });
  expect(Object.keys(props.sizes).toSorted()).toEqual(Object.keys(listLabels).toSorted());
  expect(props.sizes.religions).toBe(4);
  expect((await wordsOf('religions')).offered).toEqual(['Christianity', 'Islam', 'Traditional', 'Other']);
  expect(await countsOf('religions')).toEqual({ Christianity: 3, Islam: 3 });
  expect(await countsOf('guardianRelations')).toEqual({ Mother: 1 });
});

test('a new value comes last, forms offer it at once, and its author is logged', async () => {
  expect((await act('add', 'departments', { name: '  Fine   Arts ' })).statusCode).toBe(303);
  expect((await wordsOf('departments')).offered.at(-1)).toBe('Fine Arts');
  expect(await entries()).toEqual(['added Fine Arts to departments']);
});

test('a second spelling of a word is refused, with what to do instead', async () => {
  const refusal = async (name: string) => (await act('add', 'departments', { name })).json().errors;
  expect(await refusal('sciénces')).toEqual({ name: 'Sciences is already in the list. You don’t need to add it.' });
  await act('retire', 'departments', { word: 'Sciences' });
  expect(await refusal('SCIENCES')).toEqual({
    name: 'Sciences is already in the list. It’s archived. Restore it instead.',
  });
  expect(await refusal(' ')).toEqual({ name: 'The value is required.' });
  expect(await refusal('x'.repeat(81))).toEqual({ name: 'The value can have up to 80 characters.' });
});

test('renaming a value changes it for everyone who has it', async () => {
  await believers();
  const answer = await act('rename', 'religions', { word: 'Christianity', name: 'Christian' });
  expect(answer.statusCode).toBe(303);
  expect(await religions()).toEqual(['Christian 3', 'Islam 3']);
  expect((await wordsOf('religions')).offered[0]).toBe('Christian');
  expect(await entries()).toEqual(['renamed Christianity to Christian in religions']);
  // Only its letters' size changes: that is no second spelling.
  expect((await act('rename', 'religions', { word: 'Islam', name: 'ISLAM' })).statusCode).toBe(303);
  expect(await religions()).toEqual(['Christian 3', 'ISLAM 3']);
});

test('renaming into another word of the list is refused and nothing changes: that is combining', async () => {
  await believers();
  const answer = await act('rename', 'religions', { word: 'Christianity', name: 'islam' });
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { name: 'Islam is already in the list. Merge them instead.' },
  ]);
  expect(await religions()).toEqual(['Christianity 3', 'Islam 3']);
  expect(await entries()).toEqual([]);
});

test('two values are combined for as many people as announced', async () => {
  await believers();
  await query(`update guardians set religion = 'Islam'`);
  const combine = (bearers: number) => act('combine', 'religions', { word: 'Islam', into: 'Other', bearers });
  const changed = await combine(3);
  expect([changed.statusCode, changed.json().message]).toEqual([
    409,
    '4 people would now change. Reload the page, then merge again.',
  ]);
  expect((await combine(4)).statusCode).toBe(303);
  expect(await religions()).toEqual(['Christianity 3', 'Other 3']);
  expect(await query('select religion from guardians')).toEqual([{ religion: 'Other' }]);
  expect((await wordsOf('religions')).offered).toEqual(['Christianity', 'Traditional', 'Other']);
  expect(await entries()).toEqual(['merged Islam into Other in religions: 4 people changed']);
  const [{ details }] = (await query<{ details: unknown }>(
    `select details from audit_entries where action = 'lookups.combine'`,
  )) as [{ details: unknown }];
  expect(details).toMatchObject({ moved: { 'students.religion': 3, 'guardians.religion': 1 } });
});

test('a word is combined only with another one that is offered', async () => {
  await act('retire', 'religions', { word: 'Traditional' });
  for (const into of ['Islam', 'Traditional', 'Nowhere', '']) {
    const answer = await act('combine', 'religions', { word: 'Islam', into, bearers: 0 });
    expect([into, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([into, 422, ['into']]);
  }
});

test('an archived value is no longer offered, stays where it is used, and can be restored', async () => {
  await believers();
  await act('retire', 'religions', { word: 'Islam' });
  expect(await wordsOf('religions')).toEqual({ offered: ['Christianity', 'Traditional', 'Other'], retired: ['Islam'] });
  expect(await religions()).toEqual(['Christianity 3', 'Islam 3']);
  const student = { institutionId, surname: 'Sanni', firstName: 'Rukayat', religion: 'Islam' };
  expect((await registrar.post('/students', student)).json().errors).toEqual({
    religion: 'Islam isn’t in the school’s list. Choose a value from the list.',
  });
  await act('restore', 'religions', { word: 'Islam' });
  expect((await wordsOf('religions')).offered[1]).toBe('Islam');
  expect((await registrar.post('/students', student)).statusCode).toBe(303);
  expect(await entries()).toEqual(['archived Islam in religions', 'restored Islam in religions']);
});

test('a word is deleted only while nobody bears it', async () => {
  await believers();
  const refused = await act('delete', 'religions', { word: 'Islam' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'Islam is in use by 3 people. Archive it, or merge it into another value.',
  ]);
  expect((await act('delete', 'religions', { word: 'Traditional' })).statusCode).toBe(303);
  expect((await wordsOf('religions')).offered).toEqual(['Christianity', 'Islam', 'Other']);
  expect(await entries()).toEqual(['deleted Traditional from religions']);
});

test('the order is saved as given; values renamed or added meanwhile come last', async () => {
  await act('retire', 'maritalStatuses', { word: 'Divorced' });
  await act('add', 'maritalStatuses', { name: 'Engaged' });
  const order = ['Widowed', 'Married', 'Gone meanwhile', 'Single'];
  expect((await act('order', 'maritalStatuses', { words: order })).statusCode).toBe(200);
  expect(await wordsOf('maritalStatuses')).toEqual({
    offered: ['Widowed', 'Married', 'Single', 'Separated', 'Engaged'],
    retired: ['Divorced'],
  });
  expect((await entries()).at(-1)).toBe('changed the order of marital statuses');
  // The same once more changes nothing, and is not written down.
  await act('order', 'maritalStatuses', { words: ['Widowed', 'Married', 'Single'] });
  expect(await entries()).toHaveLength(3);
});

test('a value that someone has renamed meanwhile is not found', async () => {
  await act('rename', 'departments', { word: 'ICT', name: 'Computing' });
  for (const [name, more] of [
    ['rename', { name: 'Informatics' }],
    ['retire', {}],
    ['delete', {}],
    ['combine', { into: 'Arts', bearers: 0 }],
  ] as const)
    expect([name, (await act(name, 'departments', { word: 'ICT', ...more })).statusCode]).toEqual([name, 404]);
});

test('lists are for users who can edit them, in their own institution', async () => {
  const teacher = await site.as('teacher');
  expect((await teacher.get('/lists')).statusCode).toBe(403);
  expect((await act('add', 'departments', { name: 'Music' }, teacher)).statusCode).toBe(403);
  const foreign = site.school.offa.id;
  expect((await registrar.get(`/lists?institution_id=${foreign}`)).statusCode).toBe(404);
  for (const [name, more] of [
    ['add', { name: 'Music' }],
    ['rename', { word: 'Arts', name: 'Music' }],
    ['combine', { word: 'Arts', into: 'Works', bearers: 0 }],
    ['retire', { word: 'Arts' }],
    ['restore', { word: 'Arts' }],
    ['delete', { word: 'Arts' }],
    ['order', { words: ['Works'] }],
  ] as const) {
    const answer = await registrar.post(`/lists/${name}`, { institutionId: foreign, list: 'departments', ...more });
    expect([name, answer.statusCode]).toEqual([name, 404]);
  }
  expect((await registrar.get('/lists?list=passwords')).statusCode).toBe(400);
  expect((await act('add', 'accounts' as ListKey, { name: 'x' })).json().errors).toEqual({ list: 'Choose a list.' });
});

test('a value is data: it is shown as written and never executed', async () => {
  const name = `<b>O'Neil</b>"; drop table religions; --`;
  expect((await act('add', 'religions', { name })).statusCode).toBe(303);
  expect((await act('rename', 'religions', { word: name, name: `${name} 2` })).statusCode).toBe(303);
  expect((await wordsOf('religions')).offered.at(-1)).toBe(`${name} 2`);
  expect((await registrar.get('/lists?list=religions')).body).not.toContain('<b>O');
});

test('editing the lists of several institutions changes only the selected one', async () => {
  const group = await site.as('group');
  const { offa } = site.school;
  const answer = await group.post('/lists/add', { institutionId: offa.id, list: 'departments', name: 'Computing' });
  expect(answer.headers.location).toBe(`/lists?list=departments&institution_id=${offa.id}`);
  const { props } = await group.page(String(answer.headers.location));
  expect([props.institution.name, props.words.at(-1).name]).toEqual(['Offa College', 'Computing']);
  expect((await wordsOf('departments')).offered).not.toContain('Computing');
});
