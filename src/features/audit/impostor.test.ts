import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('somebody who takes the owner’s name is told apart wherever it says who acted', async () => {
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
