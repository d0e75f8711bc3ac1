import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { upload } from '#test/harness/uploads.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('a user who takes the owner’s name can be told apart wherever the name of a user is shown', async () => {
  const { ilorin, accounts } = world.school;
  const system = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    world.database.asSystem([ilorin.id], async (tx) => (await tx.execute<T>(query)).rows);
  const impostor = await world.as('ict_administrator');
  const own = accounts['ict_administrator'];
  const named = { name: 'The owner (owner)', email: 'ict_administrator@example.com', phone: '' };
  expect((await impostor.post(`/accounts/${own}`, named)).statusCode).toBe(303);

  const [renamed] = await system(sql`select person, username, summary, details from audit_entries
    where action = 'accounts.edit' and subject_id = ${own}`);
  expect(renamed).toEqual({
    person: 'The ict_administrator',
    username: 'ict_administrator',
    summary: 'changed name of The ict_administrator (ict_administrator)',
    details: { changes: { name: { from: 'The ict_administrator', to: 'The owner (owner)' } } },
  });

  const bursar = accounts['bursar'];
  await impostor.post(`/accounts/${bursar}`, { name: 'The bursar', email: 'mine@example.com', phone: '' });
  const owner = await world.as('owner');
  const { waiting } = (await owner.page('/approvals')).props;
  const asked = (waiting.rows ?? waiting) as { asker: string }[];
  expect(asked.map(({ asker }) => asker)).toEqual(['The owner owner (ict_administrator)']);
  const [told] = await system(sql`select title from notifications
    where kind = 'approvals.asked' and account_id = ${accounts['owner']}`);
  expect(told!['title']).toMatch(/^The owner owner \(ict_administrator\) wants to /);
});

test('each place that names a user shows staff the account beside the name', async () => {
  const { ilorin, accounts } = world.school;
  const student = ilorin.studentIds['Ada Obi'];
  await world.database.asSystem([ilorin.id], async (tx) => {
    await tx.execute(
      sql`update accounts set name = ${`The owner ${'x'.repeat(80)}`} where id = ${accounts['registrar']}`,
    );
    await tx.execute(sql`update roles set permissions = permissions || '{site.edit,audit.view,privacy.readLog}'
      where institution_id = ${ilorin.id} and key = 'registrar'`);
  });
  const impostor = await world.as('registrar');
  const batch_id = ilorin.batchIds['JSS 2 A'];
  await impostor.post('/students/batch-assignment', { batch_id, student_ids: [student] });
  const content = Buffer.from('%PDF-1.4\n%%EOF');
  const fields = { title: 'Birth certificate' };
  await upload(impostor, `/students/${student}/documents`, { field: 'file', content, fileName: 'a.pdf', fields });
  await impostor.page(`/students/${student}/documents`);
  const post = { title: 'Sports day', slug: 'sports-day', summary: 'Azikiwe house won.', body: '', state: 'now' };
  await impostor.post('/site/posts', { ...post, institutionId: ilorin.id });
  const owner = await world.as('owner');
  const text = async (address: string) => JSON.stringify((await owner.page(address)).props);
  const posts = (await owner.page('/site/posts')).props.rows as { id: number }[];
  const places: Record<string, () => Promise<string>> = {
    'the head of printed pages': async () => JSON.stringify((await impostor.page('/students')).props.shell.person),
    'the foot of the record sheet': async () =>
      pdfText((await impostor.get(`/students/${student}/profile.pdf`)).rawPayload)
        .join('')
        .replace(/\s+/g, ' '),
    'a document': () => text(`/students/${student}/documents`),
    'an enrolment': () => text(`/students/${student}/enrolments`),
    'the file of a person’s data': async () => (await owner.get(`/privacy/students/${student}/data.json`)).body,
    'the list of posts': () => text('/site/posts'),
    'a post’s form': () => text(`/site/posts/${posts[0]!.id}/edit`),
    'the readers of the access log': async () => (await owner.get('/privacy/reads/reader-options')).body,
    'the people of the audit log': async () => (await owner.get('/audit/person-options')).body,
  };
  const named = `The owner ${'x'.repeat(50)}… (registrar)`;
  const silent: string[] = [];
  for (const [place, read] of Object.entries(places)) if (!(await read()).includes(named)) silent.push(place);
  expect(silent).toEqual([]);
  expect((await world.nobody().get('/sites/ilorin/news/sports-day')).body).not.toContain('(registrar)');
});
