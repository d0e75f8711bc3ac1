import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { agree } from './agree.ts';
import { startSchool, type Browser } from './app.ts';
import { startFakeGateways } from './fake-gateways.ts';

export const keys = {
  paystack: { secretKey: 'sk_live_0123456789abcdef' },
  flutterwave: { secretKey: 'FLWSECK-0123456789abcdef-X', webhookHash: 'fake-webhook-hash-0001' },
};

type Options = NonNullable<Parameters<typeof startSchool>[0]> & { provider?: 'paystack' | 'flutterwave' | null };

/** The school with fake providers, live keys of one saved and switched on, and a parent of Tunde and Ngozi. */
export async function startPaying({ provider = 'paystack', ...options }: Options = {}) {
  const fake = await startFakeGateways();
  const world = await startSchool({
    gateways: { paystack: { base: fake.paystack.base }, flutterwave: { base: fake.flutterwave.base } },
    ...options,
  });
  const { ilorin, accounts } = world.school;
  const within = <T>(work: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin.id], work);
  const tunde = ilorin.studentIds['Tunde Bakare'];
  const ngozi = ilorin.studentIds['Ngozi Okafor'];
  const stranger = ilorin.studentIds['Ada Obi'];
  await within((tx) =>
    tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, relation)
      select institution_id, ${ngozi}, guardian_id, 'Mother' from memberships where account_id = ${accounts.guardian}`),
  );
  const [bursar, owner] = await Promise.all([world.as('bursar'), world.as('owner')]);
  const enable = async (name: 'paystack' | 'flutterwave' | 'test') => {
    if (name !== 'test') {
      await ok(bursar.post('/payment-gateways/keys', { institution_id: ilorin.id, provider: name, ...keys[name] }));
      await agree(owner);
    }
    await ok(bursar.post('/payment-gateways/enable', { institution_id: ilorin.id, provider: name }));
    await agree(owner);
  };
  if (provider) await enable(provider);
  const parent = await world.as('guardian');

  const bill = (studentId: number, amount: number, dueOn = '2026-11-20') =>
    within(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`select id from ledger_accounts where name = 'Tuition'`);
      const [id] = await issueInvoices(tx, systemActor(ilorin.id, 'Test'), ilorin.id, [
        {
          studentId,
          kind: 'single',
          title: 'Fees',
          issuedOn: '2026-11-01',
          lines: [{ name: 'Tuition', amount, ledgerAccountId: Number(rows[0]!.id) }],
          dues: [{ dueOn, amount }],
        },
      ]);
      return `${id}-${dueOn}`;
    });

  /** Chooses dues on the page and opens the provider's page; the reference that the provider was given. */
  async function start(dues: string[], amount: number, by: Browser = parent) {
    const chosen = await ok(by.post('/my-fees/pay', { institution_id: ilorin.id, dues, amount }), 303);
    const address = String(chosen.headers.location);
    const started = await ok(by.post(`${address}/start`));
    const [{ reference } = { reference: '' }] = await onlineRows();
    return { address, reference, ...started.json<{ page: string | null; problem: string | null }>() };
  }

  const onlineRows = () =>
    within(async (tx) => {
      const { rows } = await tx.execute<{ id: number; reference: string; status: string; paymentStatus: string }>(
        sql`select o.id, o.reference, o.status, p.status as "paymentStatus" from online_payments o
          join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id) order by o.id desc`,
      );
      return rows;
    });
  const balance = (studentId: number) =>
    within(async (tx) => {
      const { rows } = await tx.execute<{ owed: number; credit: number }>(
        sql`select owed, credit from student_balances where student_id = ${studentId}`,
      );
      return rows[0];
    });
  /** What the books say came in online. */
  const online = () =>
    within(async (tx) => {
      const { rows } = await tx.execute<{ amount: number }>(sql`
        select coalesce(sum(l.amount), 0)::bigint as amount from ledger_lines l
        join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id) and a.role = 'gateway'`);
      return Number(rows[0]!.amount);
    });
  let listening: Promise<string> | undefined;
  const url = () => (listening ??= world.app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    world,
    fake,
    within,
    tunde,
    ngozi,
    stranger,
    bursar,
    owner,
    parent,
    enable,
    bill,
    start,
    onlineRows,
    balance,
    online,
    url,
    hook: (name: string) => `/hooks/${ilorin.id}/${name}`,
    async close() {
      await world.close();
      await fake.close();
    },
  };
}
export type Paying = Awaited<ReturnType<typeof startPaying>>;

/** The answer, if it is a success. */
export async function ok(sent: ReturnType<Browser['post']>, status?: number) {
  const answer = await sent;
  if (status ? answer.statusCode !== status : answer.statusCode >= 400)
    throw new Error(`Answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
  return answer;
}
