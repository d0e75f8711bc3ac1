import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { keyFor, seal } from '#kernel/secrets/keys.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { plausible } from '#test/harness/plausible.ts';
import { password } from '#test/school.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
});
afterAll(() => world?.close());

const anonymous = (query: ReturnType<typeof sql>) => world.database.anonymous((tx) => tx.execute(query));
/** Everybody signed in long ago; the cached actors know nothing of it. */
const elevenMinutesPass = () => anonymous(sql`update sessions set confirmed_at = now() - interval '11 minutes'`);
const makeRole = (browser: Browser, name: string) =>
  browser.post('/roles', { institution_id: world.school.ilorin.id, name, permissions: [] });

test('a sensitive act asks for the password again after ten minutes, and is done once it was given', async () => {
  const owner = await world.as('owner');
  expect((await makeRole(owner, 'Librarian')).statusCode).toBe(303);
  await elevenMinutesPass();
  const refused = await makeRole(owner, 'Nurse');
  expect([refused.statusCode, refused.headers['x-confirm']]).toEqual([428, 'password']);
  expect((await owner.get('/roles')).statusCode).toBe(200);
  const wrong = await owner.post('/account/confirm', { current: 'not it' });
  expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { current: 'Incorrect password.' }]);
  expect((await makeRole(owner, 'Nurse')).statusCode).toBe(428);
  expect((await owner.post('/account/confirm', {})).statusCode).toBe(422);
  expect((await owner.post('/account/confirm', { current: password })).statusCode).toBe(204);
  expect((await makeRole(owner, 'Nurse')).statusCode).toBe(303);
  // Each session for itself.
  const elsewhere = await world.as('owner');
  await anonymous(sql`update sessions set confirmed_at = now() - interval '11 minutes'
    where id = (select max(id) from sessions)`);
  expect((await makeRole(elsewhere, 'Warden')).statusCode).toBe(428);
  expect((await makeRole(owner, 'Warden')).statusCode).toBe(303);
});

test('a confirmation in the future, left by a clock that was set back, does not count', async () => {
  const owner = await world.as('owner');
  await anonymous(sql`update sessions set confirmed_at = now() + interval '2 hours'`);
  expect((await makeRole(owner, 'Driver')).statusCode).toBe(428);
});

test('users with two-step verification enter a code, each valid once, or a recovery code; the password is not enough', async () => {
  const bytes = new Secret({ size: 20 });
  const id = world.school.accounts.owner;
  const sealed = seal(keyFor(world.services.secret, 'akada:totp'), Buffer.from(bytes.buffer), id);
  await anonymous(
    sql`update credentials set totp_secret = ${sealed}, totp_confirmed_at = now() where account_id = ${id}`,
  );
  const owner = await world.as('owner');
  await elevenMinutesPass();
  expect((await makeRole(owner, 'Cook')).headers['x-confirm']).toBe('code');
  expect((await owner.post('/account/confirm', { current: password })).json().errors).toHaveProperty('code');
  const code = new TOTP({ secret: bytes }).generate();
  expect((await owner.post('/account/confirm', { code })).statusCode).toBe(204);
  expect((await makeRole(owner, 'Cook')).statusCode).toBe(303);
  expect((await owner.post('/account/confirm', { code })).json().errors).toHaveProperty('code');
  await anonymous(sql`update credentials set totp_secret = null, totp_confirmed_at = null where account_id = ${id}`);
});

test('guesses are counted as at the sign-in', async () => {
  const ict = await world.as('ict_administrator');
  for (let tries = 0; tries < 10; tries += 1) await ict.post('/account/confirm', { current: `guess ${tries}` });
  expect((await ict.post('/account/confirm', { current: password })).statusCode).toBe(429);
});

test('these routes ask, each before it does anything', async () => {
  const asking = world.app.declaredRoutes.filter(({ confirm }) => confirm);
  expect(asking.map(({ method, url }) => `${String(method)} ${url}`).toSorted()).toEqual([
    'POST /academic-papers/:id/revoke',
    'POST /accounts',
    'POST /accounts/:id',
    'POST /accounts/:id/invitation',
    'POST /accounts/:id/remove-second-factor',
    'POST /accounts/:id/reset-code',
    'POST /accounts/:id/roles',
    'POST /accounts/:id/roles/:membershipId/take',
    'POST /approvals/:id/approve',
    'POST /approvals/:id/complete',
    'POST /bank-accounts',
    'POST /bank-accounts/:id',
    'POST /bank-accounts/:id/restore',
    'POST /bank-lines/:id/undo',
    'POST /bulk-invitations/:id/links',
    'POST /bulk-invitations/:id/links/count',
    'POST /employees/invitations',
    'POST /fee-settings',
    'POST /fees/:id/proposals/correct',
    'POST /fees/:id/proposals/credit',
    'POST /institutions/:id/webhook-secret',
    'POST /institutions/only',
    'POST /invoices/:id/cancel',
    'POST /invoices/:id/credit',
    'POST /invoices/:id/waive',
    'POST /ledger/close',
    'POST /ledger/entries',
    'POST /ledger/entries/:id/reverse',
    'POST /ledger/reopen',
    'POST /mark-sheets/publish',
    'POST /message-providers/budget',
    'POST /message-providers/save',
    'POST /message-providers/switch',
    'POST /online-reviews/:id/accept',
    'POST /payment-gateways/demonstration',
    'POST /payment-gateways/enable',
    'POST /payment-gateways/keys',
    'POST /payments/:id/move',
    'POST /payments/:id/refund',
    'POST /payments/:id/reverse',
    'POST /payments/:id/unplace',
    'POST /pin-batches/:id/expiry',
    'POST /pin-batches/:id/open',
    'POST /pin-batches/:id/printed',
    'POST /pin_transactions/:id/refund',
    'POST /pins/:id/replace',
    'POST /pins/:id/void',
    'POST /privacy/employees/:id/erase',
    'POST /privacy/guardians/:id/erase',
    'POST /privacy/students/:id/erase',
    'POST /promotion/approval',
    'POST /promotion/carry-out',
    'POST /promotion/undo',
    'POST /public-address',
    'POST /reconciliations/:id/reopen',
    'POST /refunds/:id/pay',
    'POST /result-corrections/:id/approve',
    'POST /roles',
    'POST /roles/:id',
    'POST /roles/:id/delete',
    'POST /roles/new-permissions',
    'POST /students/:id/papers',
  ]);
  const [owner, group] = [await world.as('owner'), await world.as('group')];
  await elevenMinutesPass();
  for (const { url, schema, may } of asking) {
    const payload = plausible((schema as { body?: ZodType } | undefined)?.body, () => 1) ?? {};
    const asked = may === 'groupAdministrator' ? group : owner;
    const answer = await asked.post(url.replaceAll(/:\w+/g, '1'), payload);
    expect([url, answer.statusCode]).toEqual([url, 428]);
  }
});
