import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agree } from '#test/harness/agree.ts';
import { keys, ok, startPaying, type Paying } from '#test/harness/online-school.ts';
import { requery } from '../online/requery.job.ts';

let paying: Paying;
beforeEach(async () => void (paying = await startPaying({ provider: null })));
afterEach(() => paying.close());

const post = (path: string, body: object = {}) =>
  paying.bursar.post(`/payment-gateways/${path}`, { institution_id: paying.world.school.ilorin.id, ...body });
/** Sent, and agreed to by the owner. */
const agreed = async (path: string, body: object) => {
  await ok(post(path, body), 303);
  await agree(paying.owner);
};
const errors = async (sent: ReturnType<typeof post>) => (await sent).json<{ errors: Record<string, string> }>().errors;
const demonstrate = () => ok(post('demonstration', { is_demonstration: true }), 303);

test('keys are sealed, never shown again, and replaced only by whoever confirms', async () => {
  await agreed('keys', { provider: 'paystack', ...keys.paystack, accountBank: 'wema-bank' });
  const page = await paying.bursar.get('/payment-gateways');
  expect(page.body).not.toContain(keys.paystack.secretKey);
  expect(page.body).toContain('wema-bank');
  const stored = await paying.within((tx) =>
    tx.execute<{ text: string }>(sql`select encode(sealed, 'escape') as text from gateway_keys`),
  );
  expect(stored.rows[0]!.text).not.toContain('sk_live');
  const audit = await paying.within((tx) => tx.execute(sql`select summary, details from audit_entries`));
  expect(JSON.stringify(audit.rows)).not.toContain('0123456789abcdef');
  // An empty secret leaves it as it is.
  await agreed('keys', { provider: 'paystack', secretKey: '', accountBank: 'titan-paystack' });
  await ok(post('test', { provider: 'paystack' }), 303);
  await paying.world.database.anonymous((tx) =>
    tx.execute(
      sql`update sessions set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`,
    ),
  );
  expect((await post('keys', { provider: 'paystack', secretKey: 'sk_live_ffffffffffffffff' })).statusCode).toBe(428);
});

test('wrong keys are refused at their fields, and the provider says whether it knows them', async () => {
  expect(Object.keys(await errors(post('keys', { provider: 'paystack', secretKey: 'pk_live_0123456789' })))).toEqual([
    'secretKey',
  ]);
  expect(
    Object.keys(await errors(post('keys', { provider: 'flutterwave', secretKey: keys.flutterwave.secretKey }))),
  ).toEqual(['webhookHash']);
  expect(await errors(post('test', { provider: 'paystack' }))).toMatchObject({
    form: expect.stringContaining('Save the keys'),
  });
  await agreed('keys', { provider: 'paystack', ...keys.paystack });
  paying.fake.paystack.fault({ refuse: 'Invalid key' });
  expect(await errors(post('test', { provider: 'paystack' }))).toMatchObject({
    form: expect.stringContaining('Invalid key'),
  });
  expect(await errors(post('enable', { provider: 'flutterwave' }))).toMatchObject({ provider: expect.any(String) });
});

test('test money stays out of real books: only a demonstration takes it, and that takes no real money', async () => {
  expect(await errors(post('enable', { provider: 'test' }))).toMatchObject({
    provider: expect.stringContaining('real money'),
  });
  await agreed('keys', { provider: 'paystack', secretKey: 'sk_test_0123456789abcdef' });
  expect(await errors(post('enable', { provider: 'paystack' }))).toMatchObject({
    provider: expect.stringContaining('real money'),
  });
  await demonstrate();
  await agreed('enable', { provider: 'paystack' });
  expect(await errors(post('keys', { provider: 'paystack', ...keys.paystack }))).toMatchObject({
    secretKey: expect.any(String),
  });
  await ok(post('enable', { provider: '' }), 303);
  await agreed('keys', { provider: 'paystack', ...keys.paystack });
  expect(await errors(post('enable', { provider: 'paystack' }))).toMatchObject({
    provider: expect.stringContaining('demonstration'),
  });
  // The database refuses it as well.
  await paying.within((tx) => tx.execute(sql`update online_settings set is_demonstration = false`));
  await expect(
    paying.within((tx) =>
      tx.execute(sql`insert into payments (institution_id, channel, status, amount, currency, day, code, is_test)
        values (${paying.world.school.ilorin.id}, 'cash', 'pending', 1, 'NGN', '2026-11-20', 'abcdefghijklmnop', true)`),
    ),
  ).rejects.toMatchObject({ cause: { constraint: 'payments_test_money' } });
});

test('the test gateway: pay, fail, abandon, pay late and pay another amount, through its page and a signed webhook', async () => {
  await demonstrate();
  await ok(post('enable', { provider: 'test' }), 303);
  const visitor = paying.world.nobody();
  const tried = async (outcome: string, more: object = {}) => {
    const { page, address } = await paying.start([await paying.bill(paying.tunde, 10_000_00)], 10_000_00);
    const at = new URL(page!).pathname;
    expect((await visitor.page(at)).props).toMatchObject({ amount: 10_000_00, outcome: 'open' });
    const answer = await ok(visitor.post(at, { outcome, ...more }));
    expect(answer.json<{ returnTo: string }>().returnTo).toContain(address);
    expect((await visitor.post(at, { outcome: 'pay' })).statusCode).toBe(422);
    const { props } = await paying.parent.page(address);
    return { status: props.payment.status, isTest: props.payment.isTest };
  };
  expect(await tried('pay')).toEqual({ status: 'paid', isTest: true });
  expect(await tried('fail')).toEqual({ status: 'failed', isTest: true });
  expect(await tried('abandon')).toEqual({ status: 'open', isTest: true });
  expect(await tried('other', { amount: 3_000_00 })).toEqual({ status: 'review', isTest: true });
  expect(await tried('late')).toEqual({ status: 'open', isTest: true });
  expect(await paying.online()).toBe(10_000_00);
  await paying.within((tx) =>
    tx.execute(sql`with slow as (update test_gateway_payments set paid_at = now() - interval '1 second' where paid_at > now())
      update online_payments set next_check_at = now() where status = 'open'`),
  );
  await requery(paying.world.services);
  expect(await paying.online()).toBe(20_000_00);
  await ok(post('enable', { provider: '' }), 303);
  expect(await errors(post('demonstration', { is_demonstration: '' }))).toMatchObject({
    is_demonstration: expect.any(String),
  });
  expect((await visitor.get('/test-gateway/AKD-1-NOBODY')).statusCode).toBe(404);
});

test('A2: the bursar alone neither saves keys, nor switches a gateway on, nor replaces the keys in use', async () => {
  const { bursar, owner, world } = paying;
  const settings = async () => (await bursar.page('/payment-gateways')).props;
  const waiting = async () => (await bursar.page('/approvals')).props.waiting[0];
  const other = 'sk_live_ffffffffffffffff';
  const inForce = async () => {
    const { readKeys } = await import('../providers/gateway-of.ts');
    const of = { institutionId: world.school.ilorin.id, provider: 'paystack' } as const;
    return (await paying.within((tx) => readKeys(tx, world.services.secret, of)))?.settings.secretKey;
  };
  const refusedHere = async () => {
    const { id, can } = await waiting();
    expect(can).toMatchObject({ approve: false, complete: false });
    expect((await bursar.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
    // Not with the permission that decides about payments, either.
    expect((await (await world.as('principal')).post(`/approvals/${id}/approve`)).statusCode).toBe(404);
  };
  await ok(post('keys', { provider: 'paystack', ...keys.paystack }), 303);
  expect((await settings()).changes).toMatchObject([{ summary: 'save the live keys of Paystack', isMine: true }]);
  await refusedHere();
  expect(await inForce()).toBeUndefined();
  expect(await errors(post('enable', { provider: 'paystack' }))).toHaveProperty('provider');
  await agree(owner);

  await ok(post('enable', { provider: 'paystack' }), 303);
  await refusedHere();
  expect((await settings()).enabled).toBeNull();
  await agree(owner);
  expect((await settings()).enabled).toBe('paystack');

  await ok(post('keys', { provider: 'paystack', secretKey: other }), 303);
  await refusedHere();
  expect(await inForce()).toBe(keys.paystack.secretKey);
  const [approval] = (await owner.page('/approvals')).props.waiting;
  expect(approval.details).toEqual([['Secret key', 'ends in ffff']]);
  const told = await paying.within((tx) =>
    tx.execute<{
      username: string;
    }>(sql`select distinct a.username from notifications n join accounts a on a.id = n.account_id
      where n.kind = 'approvals.asked' and n.title like '%replace the live keys%' order by 1`),
  );
  expect(told.rows).toEqual([{ username: 'group' }, { username: 'owner' }]);
  await agree(owner);
  expect(await inForce()).toBe(other);
  // Off is at once.
  await ok(post('enable', { provider: '' }), 303);
  expect((await settings()).enabled).toBeNull();
});
