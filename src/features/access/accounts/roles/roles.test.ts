import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('the page of a role speaks in the words of its institution, whichever is in view, and names every group in words', async () => {
  const { ilorin, offa } = world.school;
  await withClient(world.ownerUrl, (client) =>
    client.query(
      `update institutions set terminology = '{"batches": "Class arms", "courses": "Subjects"}' where id = $1`,
      [ilorin.id],
    ),
  );
  const group = await world.as('group');
  const groupsOf = async (school: typeof ilorin | typeof offa) => {
    const { props } = await group.page(`/roles/${school.roleIds.teacher}`);
    return props.groups as { title: string; permissions: { name: string; words: string }[] }[];
  };
  const wordsIn = async (school: typeof ilorin | typeof offa) => {
    const all = (await groupsOf(school)).flatMap(({ permissions }) => permissions);
    expect(all.filter(({ words }) => /[{}]/.test(words))).toEqual([]);
    return all.find(({ name }) => name === 'students.viewOwn')!.words;
  };
  expect(await wordsIn(ilorin)).toBe('View students in their own class arms and subjects');
  expect(await wordsIn(offa)).toBe('View students in their own batches and courses');
  const titles = (await groupsOf(ilorin)).map(({ title }) => title);
  expect(titles).toContain('Custom fields');
  expect(titles.filter((title) => /[a-z][A-Z]/.test(title))).toEqual([]);
});

test('two who change what a role may do at once both have their way', async () => {
  const owner = await world.as('owner');
  const at = `/roles/${world.school.ilorin.roleIds.admission_officer}`;
  const opened = (await owner.opened(at)) as { name: string; permissions: string[] };
  const save = async (permissions: string[]) =>
    (await owner.post(at, { name: opened.name, permissions, opened })).statusCode;
  const [first, ...rest] = opened.permissions as [string, ...string[]];
  expect(await save([...opened.permissions, 'site.edit'])).toBe(303);
  expect(await save([...rest, 'lookups.edit'])).toBe(303);
  const now = (await owner.page(at)).props.role.permissions as string[];
  expect(now).toEqual([...rest, 'lookups.edit', 'site.edit'].toSorted());
  expect(now).not.toContain(first);
});
