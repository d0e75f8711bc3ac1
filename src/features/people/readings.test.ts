import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { readLog } from './people.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let people: string[];
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
  const { ilorin } = world.school;
  const made = async (path: string, more: object) => {
    const answer = await owner.post(path, { institutionId: ilorin.id, surname: 'Alabi', firstName: 'Bisi', ...more });
    return String(answer.headers.location);
  };
  people = [
    `/students/${ilorin.studentIds['Ada Obi']}`,
    await made('/employees', { city: 'Offa' }),
    await made('/guardians', {}),
  ];
});
afterAll(() => world.close());

const readings = () => world.database.asSystem([world.school.ilorin.id], (tx) => tx.$count(readLog));
const tabs = ([student, employee, guardian]: string[]) => [
  ...['/private', '/documents', '/edit', '/profile.pdf'].map((tab) => student + tab),
  ...['/private', '/documents', '/edit'].map((tab) => employee + tab),
  ...['/restricted', '/documents', '/edit'].map((tab) => guardian + tab),
  ...[student, employee, guardian].map((person) => `/privacy${person}/data.json`),
];

test('a look at a restricted group is written down; its head, or what a browser fetches in advance, is no look', async () => {
  for (const address of tabs(people)) {
    const before = await readings();
    expect((await owner.send({ method: 'HEAD', url: address })).statusCode, address).toBe(404);
    for (const [name, value] of [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
    ] as const) {
      const ahead = await owner.get(address, { accept: 'text/html', [name]: value });
      expect([ahead.statusCode, ahead.body, ahead.headers['cache-control']], address).toEqual([204, '', 'no-store']);
    }
    expect(await readings(), address).toBe(before);
    expect((await owner.get(address)).statusCode, address).toBe(200);
    expect(await readings(), address).toBeGreaterThan(before);
  }
});

test('what hides nothing may be fetched in advance', async () => {
  expect((await owner.get(people[0]!, { accept: 'text/html', purpose: 'prefetch' })).statusCode).toBe(200);
});
