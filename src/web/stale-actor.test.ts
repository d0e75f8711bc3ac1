import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/database.ts';
import { can } from '#kernel/actor.ts';
import { roles } from '#kernel/identity.schema.ts';
import { createApp } from '#product/app.ts';
import { may } from '#web/routes.ts';
import { sessionCookie } from '#web/requests.ts';
import { Browser, startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** A database in which somebody's access changes so many times just before it is read. */
function restless(database: Database, times: number): Database {
  let left = times;
  return {
    ...database,
    async read(actor, work) {
      if (left-- > 0)
        await database.anonymous((tx) => tx.execute(sql`update accounts set access_version = access_version + 1`));
      return database.read(actor, work);
    },
  };
}

test('a user whose permissions keep changing is served, or asked to try again, and never signed out', async () => {
  for (const [times, status] of [
    [3, 200],
    [100, 503],
  ] as const) {
    const services = { ...world.services, database: restless(world.database, times) };
    const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
    const browser = new Browser(app, services.secret, (await world.as('registrar')).cookies);
    expect((await browser.get('/account')).statusCode).toBe(status);
    expect(browser.cookies[sessionCookie]).toBeDefined();
    await app.close();
  }
});

/** Takes permissions from a role of Ilorin's. */
const revoke = (key: string, taken: string[]) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const role = and(eq(roles.institutionId, world.school.ilorin.id), eq(roles.key, key));
    const [row] = await tx.select({ permissions: roles.permissions }).from(roles).where(role);
    const left = row!.permissions.filter((permission) => !taken.includes(permission));
    await tx.update(roles).set({ permissions: left }).where(role);
    return () =>
      world.database.asSystem([world.school.ilorin.id], (tx) =>
        tx.update(roles).set({ permissions: row!.permissions }).where(role),
      );
  });

test.each([
  ['registrar', '/students?religion=Islam', 'students/student-list', ['students.viewReligion']],
  ['registrar', '/students?papers=expired', 'students/student-list', ['students.viewPrivate']],
  ['principal', '/guardians?papers=expired', 'guardians/guardian-list', ['students.viewPrivate']],
  ['hr_officer', '/employees?papers=expired', 'employees/employee-list', ['employees.viewPrivate']],
] as const)(
  'the %s who requests %s for the first time since losing the permission is refused at once, for a page and a count',
  async (person, url, component, taken) => {
    for (const only of [undefined, 'total', 'choices']) {
      const browser = await world.as(person);
      expect((await browser.get(url)).statusCode).toBe(200);
      const giveBack = await revoke(person, [...taken]);
      const headers = {
        'x-inertia': 'true',
        'x-inertia-version': 'test',
        ...(only && {
          'x-inertia-partial-component': component,
          'x-inertia-partial-data': only,
        }),
      };
      const first = await browser.get(url, headers);
      expect(first.statusCode, `${only ?? 'whole page'}: ${first.body.slice(0, 200)}`).toBe(403);
      await giveBack();
    }
  },
);

test('the choices beside a list no longer offer religion, nor a page a button, from the first answer on', async () => {
  const browser = await world.as('registrar');
  await browser.get('/students');
  await browser.get('/guardians');
  const giveBack = await revoke('registrar', ['students.viewReligion', 'guardians.edit', 'students.create']);
  const { props } = await browser.page('/guardians');
  expect(props.can.edit).toBe(false);
  await giveBack();
});

test('what a handler decided before a transaction verified the person is decided again', async () => {
  const services = { ...world.services };
  const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const seen: boolean[] = [];
  app.get('/decides-early', { config: may('students.view') }, async (request, reply) => {
    seen.push(can(request.actor, 'students.viewReligion', world.school.ilorin.id));
    return reply.send(await request.read(async () => ({ religion: seen.at(-1) })));
  });
  const browser = new Browser(app, services.secret, (await world.as('registrar')).cookies);
  try {
    expect((await browser.get('/decides-early')).json()).toEqual({ religion: true });
    const giveBack = await revoke('registrar', ['students.viewReligion']);
    const first = await browser.get('/decides-early');
    expect([first.statusCode, first.headers.location]).toEqual([303, '/decides-early']);
    expect((await browser.get('/decides-early')).json()).toEqual({ religion: false });
    await giveBack();
  } finally {
    await app.close();
  }
});
