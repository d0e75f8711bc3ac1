import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { institutions } from '#kernel/identity.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addPicture } from '#test/harness/pictures.ts';
import { sitePosts } from '../site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const post = (more: object = {}) => ({
  institutionId: ilorin(),
  title: 'Sports day',
  slug: 'sports-day',
  summary: 'Azikiwe house won.',
  body: '# Results',
  state: 'draft',
  ...more,
});
const create = async (more: object = {}): Promise<number> => {
  const answer = await owner.post('/site/posts', post(more));
  expect(answer.statusCode, answer.body).toBe(303);
  return (await owner.page('/site/posts')).props.rows[0].id;
};
const errorsOf = async (address: string, body: object) => {
  const answer = await owner.post(address, body);
  expect(answer.statusCode).toBe(422);
  return answer.json().errors as Record<string, string>;
};
const stored = async (id: number) =>
  (await world.database.asSystem([ilorin()], (tx) => tx.select().from(sitePosts).where(eq(sitePosts.id, id))))[0]!;
const states = async (query = '') =>
  (await owner.page(`/site/posts${query}`)).props.rows.map((row: { title: string; state: string }) => [
    row.title,
    row.state,
  ]);

test('2.1 a post is a draft until it is published, now or at its moment', async () => {
  await create();
  const id = await create({ title: 'Now', slug: 'now', state: 'now' });
  await create({ title: 'Later', slug: 'later', state: 'at', publishAt: '2099-01-05T08:30' });
  await create({ title: 'Before', slug: 'before', state: 'at', publishAt: '2020-01-05T08:30' });
  expect(await states()).toEqual([
    ['Before', 'published'],
    ['Later', 'scheduled'],
    ['Now', 'published'],
    ['Sports day', 'draft'],
  ]);
  expect(await states('?state=scheduled')).toEqual([['Later', 'scheduled']]);
  expect(await states('?state=draft')).toEqual([['Sports day', 'draft']]);
  expect(await states('?q=SPÓRTS')).toEqual([['Sports day', 'draft']]);
  expect(await states('?q=%25')).toEqual([]);
  expect((await stored(id)).author).toBe('The owner');
});

test('a moment is reckoned in the time zone of the institution', async () => {
  const id = await create({ state: 'at', publishAt: '2099-07-01T08:30' });
  expect((await stored(id)).publishAt).toEqual(new Date('2099-07-01T07:30:00Z'));
  await world.database.asSystem([ilorin()], (tx) =>
    tx.update(institutions).set({ timeZone: 'America/New_York' }).where(eq(institutions.id, ilorin())),
  );
  const elsewhere = await world.as('owner');
  expect((await elsewhere.page(`/site/posts/${id}/edit`)).props.post).toMatchObject({
    publishAt: '2099-07-01T03:30',
  });
  await elsewhere.post(`/site/posts/${id}`, post({ state: 'at', publishAt: '2099-01-01T03:30' }));
  expect((await stored(id)).publishAt).toEqual(new Date('2099-01-01T08:30:00Z'));
});

test('a scheduled post needs its day and its time', async () => {
  expect(await errorsOf('/site/posts', post({ state: 'at' }))).toEqual({
    publishAt: 'Enter the date and time to publish the post.',
  });
  for (const publishAt of ['2026-02-30T08:00', '2026-02-20T25:00', '2026-02-20', 'T08:00', '2026-02-20T08:00; drop'])
    expect(Object.keys(await errorsOf('/site/posts', post({ state: 'at', publishAt })))).toEqual(['publishAt']);
  expect(await errorsOf('/site/posts', post({ state: 'soon' }))).toHaveProperty('state');
});

test('saving a post that is out keeps the moment when it came out', async () => {
  const id = await create({ state: 'now' });
  const { publishAt } = await stored(id);
  await owner.post(`/site/posts/${id}`, post({ state: 'now', title: 'Sports day, corrected' }));
  expect(await stored(id)).toMatchObject({ publishAt, title: 'Sports day, corrected', status: 'published' });
  await owner.post(`/site/posts/${id}/draft`);
  expect(await stored(id)).toMatchObject({ publishAt: null, status: 'draft' });
  await owner.post(`/site/posts/${id}/publish`);
  expect((await stored(id)).publishAt!.getTime()).toBeGreaterThan(publishAt!.getTime());
});

test('publishing a scheduled post brings it out now', async () => {
  const id = await create({ state: 'at', publishAt: '2099-01-05T08:30' });
  expect((await owner.post(`/site/posts/${id}/publish`)).statusCode).toBe(303);
  expect(await states()).toEqual([['Sports day', 'published']]);
});

test('an address is one of its kind in the institution, and only small letters, digits and hyphens', async () => {
  await create();
  expect(await errorsOf('/site/posts', post({ title: 'Another' }))).toEqual({
    slug: 'The address sports-day is already used by another post. Choose another one.',
  });
  const second = await create({ slug: 'second' });
  expect(await errorsOf(`/site/posts/${second}`, post())).toHaveProperty('slug');
  for (const slug of ['', '../x', 'a b', 'a--b', '-a', 'á', 'x'.repeat(81)])
    expect(await errorsOf('/site/posts', post({ slug })), slug).toHaveProperty('slug');
  // A page and another institution may use the same.
  const page = { institutionId: ilorin(), title: 'Sports day', slug: 'sports-day', body: '' };
  expect((await owner.post('/site/pages', page)).statusCode).toBe(303);
  expect(await errorsOf('/site/pages', page)).toEqual({
    slug: 'The address sports-day is already used by another page. Choose another one.',
  });
  const group = await world.as('group');
  expect((await group.post('/site/posts', post({ institutionId: world.school.offa.id }))).statusCode).toBe(303);
});

test('two simultaneous posts with one address: one is saved, the other refused at its field', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => owner.post('/site/posts', post())));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422, 422]);
  expect(await states()).toHaveLength(1);
});

test('a deleted post is gone; the log has its text, once', async () => {
  const id = await create({ state: 'now' });
  expect((await owner.post(`/site/posts/${id}/delete`)).statusCode).toBe(303);
  const { rows } = await world.database.asSystem([ilorin()], (tx) =>
    tx.execute<{ was: object }>(sql`select details->'was' as was from audit_entries where action = 'site.deletePost'`),
  );
  expect(rows).toMatchObject([{ was: { id, slug: expect.any(String) } }]);
  expect(rows[0]!.was).not.toHaveProperty('searchText');
  expect((await owner.get(`/site/posts/${id}/edit`)).statusCode).toBe(404);
  expect(await states()).toEqual([]);
});

test('the list comes in pages', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ...post({ title: `Post ${at}`, slug: `post-${at}` }),
    author: 'The owner',
  }));
  await world.database.asSystem([ilorin()], (tx) =>
    tx.insert(sitePosts).values(rows.map(({ state: _, ...row }) => row as never)),
  );
  const seen: string[] = [];
  for (let next: string | null = '/site/posts?state=draft'; next;) {
    const { props } = await owner.page(next);
    seen.push(...props.rows.map((row: { title: string }) => row.title));
    next = props.next;
  }
  expect(seen).toEqual(rows.map(({ title }) => title).toReversed());
});

test('a picture of another institution is refused, and its posts are not found', async () => {
  const group = await world.as('group');
  const offa = world.school.offa.id;
  const { id: pictureId } = await addPicture(group, offa);
  expect(await errorsOf('/site/posts', post({ pictureId }))).toHaveProperty('pictureId');
  await group.post('/site/posts', post({ institutionId: offa, pictureId }));
  const { id } = (await group.page(`/site/posts?institution_id=${offa}`)).props.rows[0];
  for (const path of ['', '/publish', '/draft', '/delete'])
    expect((await owner.post(`/site/posts/${id}${path}`, post())).statusCode, path).toBe(404);
  expect(await states()).toEqual([]);
  expect((await group.page(`/site/posts/${id}/edit`)).props.post).toMatchObject({
    title: 'Sports day',
    state: 'draft',
  });
});

test('pages have an order, a place in the menu and a state', async () => {
  const page = (title: string, more: object = {}) => ({
    institutionId: ilorin(),
    title,
    slug: title.toLowerCase(),
    body: 'Text\r\n\u0007two',
    ...more,
  });
  await owner.post('/site/pages', page('About', { isInMenu: 'true', isPublished: 'true' }));
  await owner.post('/site/pages', page('Contact'));
  const rows = async () => (await owner.page('/site/pages')).props.rows;
  expect(await rows()).toMatchObject([
    { title: 'About', isInMenu: true, isPublished: true },
    { title: 'Contact', isInMenu: false, isPublished: false },
  ]);
  const [about, contact] = await rows();
  await owner.post('/site/order', { institutionId: ilorin(), list: 'pages', ids: [contact.id, about.id] });
  await owner.post(`/site/pages/${contact.id}/show`);
  expect((await rows()).map((row: { title: string; isPublished: boolean }) => [row.title, row.isPublished])).toEqual([
    ['Contact', true],
    ['About', true],
  ]);
  expect((await owner.page(`/site/pages/${about.id}/edit`)).props.page.body).toBe('Text\ntwo');
});
