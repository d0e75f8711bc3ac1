import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { accounts, institutions, memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { auditEntries, notifications } from '#kernel/tables.ts';
import { product } from '#product/features.ts';
import { pagesOfMenu, type Shell } from '#web/shell.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { approvalKind, approvalKinds } from '#kernel/contracts/approval-kind.ts';
import { approvals } from './approvals.schema.ts';
import { loadRequester } from './requester.ts';
import { requestApproval, expireRequests } from './request-approval.ts';

const renaming = approvalKind({
  kind: 'test.rename',
  label: 'Short name',
  permission: 'accounts.edit',
  payload: z.object({ institutionId: z.number(), to: z.string() }),
  async act(tx, asker, { institutionId, to }) {
    allow(asker, 'accounts.edit', institutionId);
    await tx
      .update(institutions)
      .set({ shortName: sql`short_name || ${to}` })
      .where(eq(institutions.id, institutionId));
    return { message: 'Renamed.' };
  },
  details: (_reader, { to }) => [['New name', to]],
});

let world: Awaited<ReturnType<typeof startSchool>>;
let browsers: Record<'owner' | 'ict_administrator' | 'group' | 'registrar' | 'registrar.offa', Browser>;
beforeAll(async () => {
  world = await startSchool({ product: { ...product, approvals: approvalKinds(renaming) } });
  const names = ['owner', 'ict_administrator', 'group', 'registrar', 'registrar.offa'] as const;
  browsers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await world.as(name)] as const)),
  ) as typeof browsers;
});
afterAll(() => world?.close());

let ilorin: number;
beforeEach(async () => {
  ilorin = world.school.ilorin.id;
  await within((tx) => tx.update(institutions).set({ shortName: 'IGS' }).where(eq(institutions.id, ilorin)));
});

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const shortName = async () =>
  (await within((tx) => tx.select().from(institutions).where(eq(institutions.id, ilorin))))[0]!.shortName;

let asked = 0;
const ask = (by: 'ict_administrator' | 'owner', more: { to?: string; about?: string } = {}) =>
  within(async (tx) =>
    requestApproval(tx, await loadRequester(tx, world.school.accounts[by], ilorin), renaming, {
      institutionId: ilorin,
      subject: { type: 'institution', id: ilorin },
      about: more.about ?? String((asked += 1)),
      payload: { institutionId: ilorin, to: more.to ?? '!' },
      summary: 'add a mark to the short name',
    }),
  );
const change = (id: number, values: Partial<Record<'expires_at' | 'waits_until' | 'asked_at', string>>) =>
  // As the database's owner: the application may not.
  withClient(world.ownerUrl, (client) =>
    client.query(
      `update approvals set ${Object.entries(values)
        .map(([column, value]) => `${column} = ${value}`)
        .join(', ')} where id = ${id}`,
    ),
  );

test('the requester cannot approve; another user with the permission can, and the action is logged with both names', async () => {
  const { id } = await ask('ict_administrator');
  expect(await shortName()).toBe('IGS');
  expect((await browsers.ict_administrator.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
  expect((await browsers.registrar.post(`/approvals/${id}/approve`)).statusCode).toBe(404);
  expect((await browsers['registrar.offa'].post(`/approvals/${id}/approve`)).statusCode).toBe(404);
  const answer = await browsers.owner.post(`/approvals/${id}/approve`);
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Renamed.' }]);
  expect(await shortName()).toBe('IGS!');
  expect((await browsers.owner.post(`/approvals/${id}/approve`)).statusCode).toBe(409);
  const said = await within((tx) =>
    tx
      .select({ person: auditEntries.person, action: auditEntries.action, summary: auditEntries.summary })
      .from(auditEntries)
      .where(sql`details ->> 'approval' = ${String(id)}`)
      .orderBy(auditEntries.id),
  );
  expect(said).toEqual([
    {
      person: 'The ict_administrator',
      action: 'approvals.ask',
      summary: 'requested approval to add a mark to the short name',
    },
    {
      person: 'The owner',
      action: 'approvals.approve',
      summary: 'approved the request of The ict_administrator (ict_administrator) to add a mark to the short name',
    },
  ]);
});

test('another account of the same employee is the same person: it neither approves nor is asked', async () => {
  const link = (who: 'ict_administrator' | 'owner', employeeId: number | null) =>
    within((tx) =>
      tx
        .update(memberships)
        .set({ employeeId })
        .where(and(eq(memberships.institutionId, ilorin), eq(memberships.accountId, world.school.accounts[who]))),
    );
  const [employee] = await within((tx) =>
    tx.execute<{ id: number }>(
      sql`select id::int as id from employees where institution_id = ${ilorin} order by id limit 1`,
    ),
  ).then(({ rows }) => rows);
  await link('ict_administrator', employee!.id);
  await link('owner', employee!.id);
  const { id } = await ask('ict_administrator');
  const tried = await browsers.owner.post(`/approvals/${id}/approve`);
  expect([tried.statusCode, tried.json().message]).toEqual([403, expect.stringMatching(/your other account/)]);
  expect(await shortName()).toBe('IGS');
  const told = await within((tx) =>
    tx
      .select()
      .from(notifications)
      .where(eq(notifications.subject, `approval:${id}`)),
  );
  expect(told.map(({ accountId }) => accountId)).not.toContain(world.school.accounts.owner);
  await link('owner', null);
  await link('ict_administrator', null);
  expect((await browsers.owner.post(`/approvals/${id}/approve`)).statusCode).toBe(200);
});

test('deciders are notified, and the requester afterwards; unread notifications are retracted', async () => {
  const { id } = await ask('ict_administrator');
  const told = async (kind: string) =>
    within((tx) =>
      tx
        .select({ to: accounts.username, title: notifications.title, href: notifications.href })
        .from(notifications)
        .innerJoin(accounts, eq(accounts.id, notifications.accountId))
        .where(sql`kind = ${kind} and ${notifications.id} > ${before}`)
        .orderBy(accounts.username),
    );
  const before = 0;
  const title = 'The ict_administrator (ict_administrator) wants to add a mark to the short name';
  const href = `/approvals?institution_id=${ilorin}`;
  expect(await told('approvals.asked')).toEqual([
    { to: 'group', title, href },
    { to: 'owner', title, href },
  ]);
  await browsers.group.post(`/approvals/${id}/decline`, { reason: 'Not now' });
  expect(await told('approvals.asked')).toEqual([]);
  expect(await told('approvals.declined')).toEqual([
    { to: 'ict_administrator', title: 'The group (group) declined your request to add a mark to the short name', href },
  ]);
});

test('two simultaneous approvals act once', async () => {
  const { id } = await ask('ict_administrator');
  const answers = await Promise.all(
    [browsers.owner, browsers.group].map((browser) => browser.post(`/approvals/${id}/approve`)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await shortName()).toBe('IGS!');
});

test('a second request for the same thing is refused while the first waits; only the requester can withdraw it', async () => {
  const { id } = await ask('ict_administrator', { about: 'same' });
  await expect(ask('ict_administrator', { about: 'same' })).rejects.toThrow('This is already waiting for approval.');
  expect((await browsers.owner.post(`/approvals/${id}/withdraw`)).statusCode).toBe(422);
  expect((await browsers.ict_administrator.post(`/approvals/${id}/withdraw`)).statusCode).toBe(303);
  expect((await browsers.owner.post(`/approvals/${id}/approve`)).json().message).toMatch('already withdrawn');
  const again = await ask('ict_administrator', { about: 'same' });
  await change(again.id, { expires_at: `now() - interval '1 minute'`, asked_at: `now() - interval '15 days'` });
  expect((await browsers.owner.post(`/approvals/${again.id}/approve`)).json().message).toMatch('has expired');
  const { props } = await browsers.owner.page('/approvals');
  expect(props.rows[0]).toMatchObject({ id: again.id, outcome: 'expired' });
  expect((await ask('ict_administrator', { about: 'same' })).id).toBeGreaterThan(again.id);
  expect(await shortName()).toBe('IGS');
});

test('an action is not performed if the requester has lost the permission since', async () => {
  const { id } = await ask('ict_administrator');
  const mine = eq(memberships.accountId, world.school.accounts.ict_administrator);
  const { ilorin: house } = world.school;
  await within((tx) => tx.update(memberships).set({ roleId: house.roleIds.teacher }).where(mine));
  expect((await browsers.owner.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
  expect(await shortName()).toBe('IGS');
  await within((tx) => tx.update(memberships).set({ roleId: house.roleIds.ict_administrator }).where(mine));
  expect((await browsers.owner.post(`/approvals/${id}/approve`)).statusCode).toBe(200);
});

test('a page of waiting and past requests shows each reader their own, with the actions they can take', async () => {
  const { id } = await ask('ict_administrator', { to: '?' });
  const rowFor = async (browser: Browser) =>
    (await browser.page('/approvals')).props.waiting.find((row: { id: number }) => row.id === id);
  const no = { approve: false, decline: false, withdraw: false, complete: false };
  expect(await rowFor(browsers.owner)).toMatchObject({
    asker: 'The ict_administrator (ict_administrator)',
    details: [['New name', '?']],
    can: { ...no, approve: true, decline: true },
  });
  expect(await rowFor(browsers.ict_administrator)).toMatchObject({ isMine: true, can: { ...no, withdraw: true } });
  expect(await rowFor(browsers.registrar)).toBeUndefined();
  expect(await rowFor(browsers['registrar.offa'])).toBeUndefined();
  expect((await browsers.owner.post(`/approvals/${id}/decline`, { reason: ' ' })).json().errors).toEqual({
    reason: 'The reason is required.',
  });
  const labels = ({ props }: { props: { shell: Shell } }) => pagesOfMenu(props.shell.menu).map(({ page }) => page.href);
  expect(labels(await browsers.owner.page('/approvals'))).toContain('/approvals');
  expect(labels(await (await world.as('teacher')).page('/approvals'))).not.toContain('/approvals');
});

test('if nobody else has the permission it waits 24 hours, every owner is notified, and it can then be completed once', async () => {
  const others = sql`id in (${world.school.accounts.group}, ${world.school.accounts.ict_administrator})`;
  await within((tx) =>
    tx
      .update(accounts)
      .set({ disabledAt: sql`now()` })
      .where(others),
  );
  try {
    const { id, message } = await ask('owner');
    expect(message).toMatch('Nobody else can approve this, so it waits 24 hours.');
    const [row] = await within((tx) =>
      tx
        .select({ wait: sql<string>`(waits_until - asked_at)::text` })
        .from(approvals)
        .where(eq(approvals.id, id)),
    );
    expect(row).toEqual({ wait: '1 day' });
    const told = await within((tx) =>
      tx
        .select({ to: notifications.accountId, body: notifications.body })
        .from(notifications)
        .where(eq(notifications.subject, `approval:${id}`)),
    );
    expect(told).toEqual([{ to: world.school.accounts.owner, body: expect.stringContaining('in 24 hours') }]);
    const mail = await within((tx) => tx.select().from(outbox).where(eq(outbox.recipient, 'owner@example.com')));
    expect(mail.at(-1)?.body).toMatch('wants to add a mark');
    expect((await browsers.owner.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
    expect((await browsers.owner.post(`/approvals/${id}/complete`)).statusCode).toBe(409);
    await change(id, { waits_until: 'now()' });
    const answers = await Promise.all([1, 2].map(() => browsers.owner.post(`/approvals/${id}/complete`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await shortName()).toBe('IGS!');
  } finally {
    await within((tx) => tx.update(accounts).set({ disabledAt: null }).where(others));
  }
});

test('an owner stops what only waits', async () => {
  const { id } = await ask('ict_administrator');
  await change(id, { waits_until: `now() + interval '1 day'` });
  expect((await browsers.registrar.post(`/approvals/${id}/decline`, { reason: 'No' })).statusCode).toBe(404);
  expect((await browsers.owner.post(`/approvals/${id}/decline`, { reason: 'No' })).statusCode).toBe(303);
  await change(id, { waits_until: 'now()' });
  expect((await browsers.ict_administrator.post(`/approvals/${id}/complete`)).statusCode).toBe(409);
});

test('whoever asked, and whoever could have decided, is told when a request expires', async () => {
  const { id } = await ask('ict_administrator');
  await expireRequests(world.database);
  const outcome = async () =>
    (await within((tx) => tx.select().from(approvals).where(eq(approvals.id, id))))[0]!.outcome;
  expect(await outcome()).toBeNull();
  await change(id, { expires_at: `now() - interval '1 minute'`, asked_at: `now() - interval '15 days'` });
  await within((tx) => tx.delete(notifications));
  await expireRequests(world.database);
  await expireRequests(world.database);
  expect(await outcome()).toBe('expired');
  const told = await within((tx) => tx.select().from(notifications).where(eq(notifications.kind, 'approvals.expired')));
  const { ict_administrator: ict, owner, group } = world.school.accounts;
  const titles = (accountId: number) => told.filter((one) => one.accountId === accountId).map(({ title }) => title);
  expect(titles(ict)).toEqual(['Your request to add a mark to the short name expired']);
  for (const decider of [owner, group])
    expect(titles(decider)).toEqual([
      'The request of The ict_administrator (ict_administrator) to add a mark to the short name expired',
    ]);
  const [entry] = await within((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'approvals.expire')).orderBy(desc(auditEntries.id)),
  );
  expect(entry).toMatchObject({ person: 'Akada', details: { approval: id } });
});
