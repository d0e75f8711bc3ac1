import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('the figures of admission count each application once, and each opens its rows', async () => {
  const { ilorin, offa } = world.school;
  await world.database.asSystem([ilorin.id, offa.id], async (tx) => {
    const intake = await addIntake(tx, ilorin, { seats: 40 });
    await addApplication(tx, intake, 'Bisi Alade');
    await addApplication(tx, intake, 'Chike Obi', { status: 'offered' });
    await addApplication(tx, intake, 'Dayo Sowande', { status: 'draft' });
    await addApplication(tx, await addIntake(tx, offa), 'Peace Ndako');
  });
  const registrar = await world.as('registrar');
  const { overview, pins } = (await registrar.page('/admissions')).props;
  expect(overview).toMatchObject({
    states: { submitted: 1, offered: 1 },
    drafts: 1,
    programs: [{ name: 'Junior Secondary', seats: 40, taken: 1, sent: 2 }],
  });
  const days: { day: string; count: number }[] = overview.days;
  expect(days).toHaveLength(30);
  const busy = days.filter(({ count }) => count > 0);
  expect(busy).toMatchObject([{ count: 2 }]);
  expect(Array.isArray(pins) || pins === null).toBe(true);
  const { day } = busy[0]!;
  expect((await registrar.page(`/applications?sent_from=${day}&sent_to=${day}`)).props.rows).toHaveLength(2);
  expect((await registrar.page(`/admissions?session=${ilorin.sessionIds.past}`)).props.overview.programs).toEqual([]);
  expect((await (await world.as('cashier')).get('/admissions')).statusCode).toBe(403);
});
