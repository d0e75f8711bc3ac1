import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import { cancelInvoice, creditInvoice } from '#features/money/invoices/credit-invoice.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { moveShare } from '#features/money/payments/corrections/move.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment, recordPending } from '#features/money/payments/receive-payment.ts';
import { payRefund, refundPayment, placePayment } from '#features/money/payments/corrections/refund-payment.ts';
import { reversePayment } from '#features/money/payments/corrections/reverse-payment.ts';
import { endPending, settlePending, sharesOf, shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { unidentifyPayment } from '#features/money/payments/corrections/corrections.ts';
import { actorOf, anInvoice, aPayment, feesOf, levyOf, lock, pick, type Choice, type Desk } from './desk.ts';

const day = '2026-11-20';
const wrong = { reason: 'Wrong', day, agreedBy: null };

/** One thing that a bursary does. */
export interface Act extends Choice {
  kind: keyof typeof acts;
}

type Doing = (desk: Desk, act: Choice) => Promise<unknown>;

/** Does it in one transaction, with the locks of the verbs; what cannot be done does nothing. */
export const perform = (database: Database, institutionId: number, studentIds: number[], act: Act) =>
  database.asSystem([institutionId], (tx) => acts[act.kind]({ tx, institutionId, studentIds }, act));

const share = (studentId: number, amount: number) => ({ studentId, amount, allocations: [] });
const paid = sql`status in ('successful', 'partly_refunded')`;

async function take(desk: Desk, { who, other, amount }: Choice, channel: 'cash' | 'waiver') {
  const [first, second] = [pick(desk.studentIds, who)!, pick(desk.studentIds, other)!];
  const parts =
    first === second || channel === 'waiver'
      ? [[first, amount]]
      : [
          [first, Math.ceil(amount / 3)],
          [second, amount - Math.ceil(amount / 3)],
        ];
  const ids = parts.map(([id]) => id!);
  await lock(desk, ids);
  const open = await lockOpenInvoices(desk.tx, desk.institutionId, ids);
  const shares = parts.filter(([, part]) => part! > 0).map(([id, part]) => shareOldestFirst(id!, part!, open));
  const total = shares.reduce((sum, { amount: part }) => sum + part, 0);
  await receivePayment(desk.tx, actorOf(desk), desk.institutionId, { channel, amount: total, day, shares });
}

const acts = {
  async bill(desk, { who, which, amount }) {
    const studentId = pick(desk.studentIds, who)!;
    await lock(desk, [studentId]);
    const { rows } = await desk.tx.execute<{ tuition: number; levies: number; discount: number }>(sql`
      select (select id from ledger_accounts where name = 'Tuition') as tuition,
        (select id from ledger_accounts where name = 'Levies') as levies,
        (select id from ledger_accounts where role = 'discount') as discount`);
    const { lines, dues } = feesOf(rows[0]!, which, amount);
    const draft = { studentId, kind: 'single' as const, title: 'Fees', issuedOn: day, lines, dues };
    await issueInvoices(desk.tx, actorOf(desk), desk.institutionId, [draft]);
  },
  pay: (desk, act) => take(desk, act, 'cash'),
  waive: (desk, act) => take(desk, act, 'waiver'),
  async credit(desk, act) {
    const invoice = await anInvoice(desk, act);
    const rest = invoice ? invoice.total - invoice.credited : 0;
    if (rest === 0) return;
    const kind = act.other % 3 === 0 ? 'write_off' : 'correction';
    await creditInvoice(desk.tx, actorOf(desk), invoice!, {
      ...(act.other % 3 === 1 && { item: await levyOf(desk, invoice!.id) }),
      kind,
      amount: Math.min(act.amount, rest),
      ...wrong,
    });
  },
  async cancel(desk, act) {
    const invoice = await anInvoice(desk, act);
    if (invoice) await cancelInvoice(desk.tx, actorOf(desk), invoice, wrong);
  },
  async reverse(desk, act) {
    const payment = await aPayment(desk, act, sql`status = 'successful'`);
    if (payment) await reversePayment(desk.tx, actorOf(desk), payment, { reason: 'Void', day });
  },
  async refund(desk, act) {
    const payment = await aPayment(desk, act, sql`${paid} and not in_suspense and channel <> 'waiver'`);
    const own =
      payment &&
      pick(
        (await sharesOf(desk.tx, payment)).filter((one) => one.amount > one.refunded),
        act.other,
      );
    if (!payment || !own) return;
    const amount = Math.min(act.amount, own.amount - own.refunded);
    const refund = { studentId: own.studentId!, amount, reason: 'Left', day };
    const id = await refundPayment(desk.tx, actorOf(desk), payment, refund);
    if (act.who % 2)
      await payRefund(
        desk.tx,
        actorOf(desk),
        { institutionId: desk.institutionId, id, amount },
        { channel: 'cash', reference: null, day },
      );
  },
  async move(desk, act) {
    const to = pick(desk.studentIds, act.other)!;
    const payment = await aPayment(desk, act, sql`${paid} and not in_suspense`, [to]);
    const from =
      payment &&
      pick(
        (await sharesOf(desk.tx, payment)).filter((one) => one.amount > one.refunded && one.studentId !== to),
        act.who,
      );
    if (!payment || !from) return;
    const amount = Math.min(act.amount, from.amount - from.refunded);
    await moveShare(desk.tx, actorOf(desk), payment, { from: from.studentId!, to, amount, reason: 'Sister', day });
  },
  async cheque(desk, { who, amount }) {
    const shares = [share(pick(desk.studentIds, who)!, amount)];
    await recordPending(desk.tx, actorOf(desk), desk.institutionId, { channel: 'cheque', amount, day, shares });
  },
  async clear(desk, act) {
    const payment = await aPayment(desk, act, sql`status = 'pending'`);
    if (payment) await settlePending(desk.tx, actorOf(desk), payment, day);
  },
  async bounce(desk, act) {
    const payment = await aPayment(desk, act, sql`status = 'pending'`);
    if (payment) await endPending(desk.tx, actorOf(desk), payment, 'failed', 'Bounced');
  },
  async unknown(desk, { amount }) {
    await receivePayment(desk.tx, actorOf(desk), desk.institutionId, { channel: 'transfer', amount, day, shares: [] });
  },
  async place(desk, act) {
    const studentId = pick(desk.studentIds, act.who)!;
    const payment = await aPayment(desk, act, sql`status = 'successful' and in_suspense`, [studentId]);
    if (!payment) return;
    const open = await lockOpenInvoices(desk.tx, desk.institutionId, [studentId]);
    await placePayment(desk.tx, actorOf(desk), payment, {
      shares: [shareOldestFirst(studentId, payment.amount, open)],
      day,
    });
  },
  async unplace(desk, act) {
    const placed = sql`status = 'successful' and not in_suspense
      and id in (select source_id from ledger_entries where source = 'placement')`;
    const payment = await aPayment(desk, act, placed);
    if (payment) await unidentifyPayment(desk.tx, actorOf(desk), payment, { day });
  },
} satisfies Record<string, Doing>;

export const actKinds = Object.keys(acts) as (keyof typeof acts)[];
