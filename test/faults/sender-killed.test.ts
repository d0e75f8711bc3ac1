import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '#test/faults/work/desk.ts';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';

const seed = Date.now() % 100_000;
const chance = randomFrom(seed);
const recipients = 240;
let school: SendingSchool;
beforeAll(async () => void (school = await startSending()));
afterAll(() => school.close());

/** Kills the process that sends, somewhere in the middle, so many times; then everything is sent to the end. */
async function sendWithKills(kills: number) {
  const { fake, world } = school;
  fake.settings.delay = 25;
  for (let round = 0; round < kills; round += 1) {
    const until = fake.arrived.length + 10 + Math.floor(chance() * 50);
    const child = fork('test/faults/send-until-killed.ts', [world.appUrl], { execPath: 'node_modules/.bin/node' });
    await expect.poll(() => fake.arrived.length, { interval: 2 }).toBeGreaterThan(until);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // As if the lease were over.
    await expect.poll(() => fake.busiest.now).toBe(0);
    await school.ask(sql`update outbox set leased_until = now() where state = 'sending'`);
  }
  fake.settings.delay = 0;
  await school.sender.sendDue();
  await school.passTime();
  await school.sender.sendDue();
  const times = Map.groupBy(fake.arrived, ({ to }) => to);
  const rows = await school.ask<{ to: string; state: string }>(
    sql`select recipient as to, state from outbox where state <> 'stopped'`,
  );
  return rows.map(({ to, state }) => ({ state, times: times.get(to)?.length ?? 0 }));
}

test(`killed at any moment, a provider with keys gets every message exactly once (seed ${seed})`, async () => {
  await school.addProvider('http', school.fake.generic);
  const messageId = await school.compose();
  await school.queue(recipients, { messageId });
  const found = await sendWithKills(3);
  expect(found).toEqual(Array(recipients).fill({ state: 'sent', times: 1 }));
  expect(await school.ask(sql`select state from messages where id = ${messageId}`)).toEqual([{ state: 'done' }]);
  await school.clear();
});

test(`without keys nothing is lost or doubled, and what nobody knows is named (seed ${seed})`, async () => {
  await school.addProvider('http', { ...school.fake.generic, headers: '' });
  await school.queue(recipients);
  const found = await sendWithKills(2);
  const states = Map.groupBy(found, ({ state }) => state);
  expect([...states.keys()].toSorted()).toEqual(['sent', 'uncertain']);
  expect(states.get('sent')!.every(({ times }) => times === 1)).toBe(true);
  const uncertain = states.get('uncertain')!;
  // At most one batch of each process that was killed.
  expect(uncertain.length).toBeLessThanOrEqual(2 * 15);
  expect(uncertain.every(({ times }) => times <= 1)).toBe(true);
  console.log(
    `${uncertain.length} uncertain, ${uncertain.filter(({ times }) => times === 1).length} of them had arrived`,
  );
});
