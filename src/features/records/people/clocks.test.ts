import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { today } from '#kernel/dates.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const system = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) => world.database.asSystem([ilorin()], work);
const moveTo = (timeZone: string, more: Partial<typeof institutions.$inferInsert> = {}) =>
  system((tx) =>
    tx
      .update(institutions)
      .set({ timeZone, ...more })
      .where(eq(institutions.id, ilorin())),
  );
const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

// At every moment at least one of them has another day than Lagos, and one another than UTC.
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

test.each(zones)('a person born today in %s can be entered, one born tomorrow cannot', async (zone) => {
  await moveTo(zone);
  const day = today(zone);
  const surname = zone.slice('Pacific/'.length).replace('_', '-');
  const bornOn = (path: string, birthDate: string) =>
    owner.post(path, { institutionId: ilorin(), surname, firstName: 'Ife', birthDate });
  for (const path of ['/students', '/employees']) {
    const tomorrow = await bornOn(path, dayAfter(day));
    expect([tomorrow.statusCode, tomorrow.json().errors], path).toEqual([
      422,
      { birthDate: 'The date of birth can’t be in the future.' },
    ]);
  }
  expect((await bornOn('/students', day)).statusCode).toBe(303);
});

test.each(zones)('a term is in progress in %s from its first day there to its last', async (zone) => {
  await moveTo(zone);
  const day = today(zone);
  // Kiritimati is ahead of the server's clock, Pago Pago behind it.
  const first = zone === zones[0] ? 0 : -1;
  await system((tx) =>
    tx.execute(sql`update terms t set starts_on = ${day}::date + ${first}::int + 30 * (t.position - 1),
      ends_on = ${day}::date + ${first}::int + 30 * (t.position - 1) + 1 where t.institution_id = ${ilorin()}`),
  );
  const terms = { from: first ? dayAfter(day, -1) : day, to: first ? day : dayAfter(day) };
  const { component } = await owner.page('/audit');
  expect((await owner.page('/audit', { component, props: ['terms'] })).props.terms).toEqual([terms]);
});

test('the year in an employee’s next number is that of the institution, on the last day of the year as well', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T12:00:00Z') });
  try {
    await moveTo('Pacific/Kiritimati', { employeeNumberPattern: 'T/{year}/{seq:4}' });
    expect((await owner.page('/employees/new')).props.numberExample).toMatch(/^T\/2027\//);
    await moveTo('Pacific/Pago_Pago');
    expect((await owner.page('/employees/new')).props.numberExample).toMatch(/^T\/2026\//);
  } finally {
    vi.useRealTimers();
  }
});
