import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import type { DemoStep, DemoInstitution } from '#web/feature.ts';
import { systemActor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { receivePayments } from '#features/money/payments/receive-payments.demo.ts';
import { amountsPaid, channelUsed, workingDays, type Bursary, notesOf } from './habits.demo.ts';
import { creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import {
  lockPayment,
  receivePayment,
  recordPending,
  type PastPayment,
} from '#features/money/payments/receive-payment.ts';
import { reversePayment } from '#features/money/payments/corrections/reverse-payment.ts';
import { endPending, shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { post } from '#features/money/ledger/post.ts';
import { cashierCounts, cashierDifferences } from './cashier.schema.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { counterChannels, type CounterChannel } from '#features/money/ledger/channels.ts';

const float = 20_000_00;
/** What was missing on one day. */
const missing = 500_00;

interface Term {
  institutionId: number;
  bursary: Bursary;
  days: string[];
  taken: { day: string; channel: string; amount: number }[];
  /** Whether one of the days has a difference. */
  isCounted: boolean;
}

/** A closed day for each working day: all but the last approved, one with a difference. Returns their ids by day. */
async function insertCashierDays(tx: Tx, { institutionId, bursary, days, taken, isCounted }: Term) {
  const byDay = Map.groupBy(taken, ({ day }) => day);
  const shortDay = isCounted
    ? days.findLast((day) => cashOf(byDay.get(day)) > 50_000_00 && day !== days.at(-1))
    : undefined;
  const sums = days.map((day) => {
    const sumOf = (channel: CounterChannel) =>
      (byDay.get(day) ?? []).reduce((sum, one) => sum + (one.channel === channel ? one.amount : 0), 0);
    const cash = float + sumOf('cash');
    return { day, sumOf, cash, counted: day === shortDay ? cash - missing : cash };
  });
  const at = (day: string, time: string) => new Date(`${day}T${time}:00+01:00`);
  const ids = await insertMany(
    tx,
    cashierDays,
    sums.map(({ day, counted }) => {
      const next = days[days.indexOf(day) + 1];
      return {
        institutionId,
        accountId: bursary.cashierId,
        day,
        openingFloat: float,
        openedAt: at(day, '07:50'),
        closedAt: at(day, '15:40'),
        denominations: notesOf(counted),
        remark: day === shortDay ? 'One 500 naira note short; counted twice.' : null,
        approvedAt: next ? at(next, '08:30') : null,
        approvedBy: next ? bursary.bursarId : null,
        approvalRemark: day === shortDay ? 'Seen. Count with a witness from now on.' : null,
      };
    }),
  );
  await insertMany(
    tx,
    cashierCounts,
    sums.flatMap(({ sumOf, cash, counted }, index) =>
      counterChannels.map((channel) => ({
        institutionId,
        dayId: ids[index]!,
        channel,
        expected: channel === 'cash' ? cash : sumOf(channel),
        counted: channel === 'cash' ? counted : sumOf(channel),
      })),
    ),
  );
  const short = sums.findIndex(({ day }) => day === shortDay);
  if (short >= 0) await postMissing(tx, { institutionId, bursary, dayId: ids[short]!, day: shortDay! });
  return new Map(days.map((day, index) => [day, ids[index]!]));
}

/** Explained when the day was approved: a note that nobody found. */
async function postMissing(
  tx: Tx,
  { institutionId, bursary, dayId, day }: Pick<Term, 'institutionId' | 'bursary'> & { dayId: number; day: string },
): Promise<void> {
  await tx.insert(cashierDifferences).values({
    institutionId,
    dayId,
    channel: 'cash',
    amount: -missing,
    accountId: bursary.cashierId,
    openedBy: bursary.bursarId,
    explainedAt: new Date(`${day}T17:00:00+01:00`),
    explainedBy: bursary.bursarId,
    how: 'posted',
    reason: 'Seen. Count with a witness from now on.',
  });
  await post(tx, systemActor(institutionId, 'Demonstration', bursary.bursarId), institutionId, [
    {
      day,
      source: 'day_difference',
      sourceId: dayId,
      description: 'Cash short at a cashier’s close',
      lines: [
        { to: 'difference', amount: missing },
        { to: 'cash', amount: -missing },
      ],
    },
  ]);
}

const cashOf = (taken: Term['taken'] = []) =>
  taken.reduce((sum, { channel, amount }) => sum + (channel === 'cash' ? amount : 0), 0);

/** The last day of the demonstration. */
const lastDay = '2026-11-20';

/** A term of payments at the counter, with the days of the cashier. */
async function insertPayments(tx: Tx, institution: DemoInstitution, chance: Chance): Promise<void> {
  const { id: institutionId, sessions } = institution;
  const bursary = await findBursary(tx, institutionId);
  const invoices = await openInvoices(tx, institutionId);
  const payers = await payersOf(tx, institutionId);
  const days = workingDays(sessions.at(-1)!.startsOn, lastDay);
  const taken = invoices.flatMap((invoice) =>
    amountsPaid(chance, invoice).map((amount, at) => {
      const day = days[Math.min(days.length - 2, Math.floor(days.length * (0.1 + at * 0.4 + chance.below(45) / 100)))]!;
      const minutes = chance.between(8 * 60, 15 * 60);
      return {
        ...channelUsed(chance),
        amount,
        day,
        receivedAt: new Date(Date.parse(`${day}T00:00:00+01:00`) + minutes * 60_000),
        payerName: payers.get(invoice.studentId) ?? null,
        accountId: bursary.cashierId,
        invoice,
      };
    }),
  );
  const inOrder = taken.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime());
  const dayIds = await insertCashierDays(tx, {
    institutionId,
    bursary,
    days,
    taken: inOrder,
    isCounted: institution.key === 'school',
  });
  const planned = inOrder.map(({ invoice, ...payment }): PastPayment => {
    const share = shareOldestFirst(invoice.studentId, payment.amount, [invoice]);
    for (const { amount } of share.allocations) {
      invoice.open -= amount;
      invoice.settled += amount;
    }
    return { ...payment, cashierDayId: dayIds.get(payment.day)!, shares: [share] };
  });
  const actor = systemActor(institutionId, 'Demonstration', bursary.cashierId);
  await receivePayments(tx, actor, institutionId, planned);
  const unpaid = invoices.filter(({ open, settled }) => open > 0 && settled === 0);
  await insertOddPayments(tx, { institutionId, bursary, unpaid });
}

async function findBursary(tx: Tx, institutionId: number): Promise<Bursary> {
  const rows = await query<{ id: number }>(tx, render)`
    select m.account_id as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key in ('cashier', 'bursar', 'principal', 'registrar', 'teacher')
    order by array_position(array['cashier', 'bursar', 'principal', 'registrar', 'teacher'], r.key), m.account_id limit 2`;
  const [cashier, other] = rows;
  const bursars = await query<{ id: number }>(tx, render)`
    select m.account_id as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key = 'bursar' order by m.account_id limit 1`;
  return { cashierId: Number(cashier!.id), bursarId: Number(bursars[0]?.id ?? other!.id) };
}

async function openInvoices(tx: Tx, institutionId: number): Promise<OpenInvoice[]> {
  const rows = await query<OpenInvoice>(tx, render)`
    select ${openInvoiceColumns} from invoices i where i.institution_id = ${institutionId} and i.total > 0 order by i.id`;
  return rows;
}

/** The guardian who pays, by student. */
async function payersOf(tx: Tx, institutionId: number): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(tx, render)`
    select distinct on (l.student_id) l.student_id as id, g.first_name || ' ' || g.surname as name
    from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
    where l.institution_id = ${institutionId} order by l.student_id, l.pays_fees desc, l.position`;
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

interface Odd {
  institutionId: number;
  bursary: Bursary;
  /** Invoices of which nothing is paid yet. */
  unpaid: OpenInvoice[];
}

/** What every bursary has seen: cheques that wait and that bounce, a void, a waiver, a correction, unknown money. */
async function insertOddPayments(tx: Tx, { institutionId, bursary, unpaid }: Odd): Promise<void> {
  const cashier = systemActor(institutionId, 'Demonstration', bursary.cashierId);
  const bursar = systemActor(institutionId, 'Demonstration', bursary.bursarId);
  const [waiting, bounced, typedTwice, waived, corrected] = unpaid as [OpenInvoice, ...OpenInvoice[]];
  if (!corrected) return;
  const cheque = (invoice: OpenInvoice, reference: string, day: string, bank: string) =>
    recordPending(tx, cashier, institutionId, {
      channel: 'cheque',
      amount: invoice.open,
      reference,
      day,
      chequeBank: bank,
      chequeDate: day,
      shares: [{ studentId: invoice.studentId, amount: invoice.open, allocations: [] }],
    });
  await cheque(waiting!, '00481920', '2026-11-18', 'Zenith Bank');
  const returned = await cheque(bounced!, '00118834', '2026-11-04', 'Access Bank');
  const reason = 'Returned unpaid: insufficient funds';
  await endPending(tx, bursar, (await lockPayment(tx, institutionId, returned))!, 'failed', reason);

  const wrong = await receivePayment(tx, cashier, institutionId, {
    channel: 'cash',
    amount: 50_000_00,
    day: '2026-11-12',
    shares: [shareOldestFirst(typedTwice!.studentId, 50_000_00, [typedTwice!])],
  });
  const payment = (await lockPayment(tx, institutionId, wrong.id))!;
  await reversePayment(tx, bursar, payment, { reason: 'Typed for the wrong student', day: '2026-11-12' });

  const half = Math.floor(waived!.open / 2 / 100) * 100;
  await receivePayment(tx, bursar, institutionId, {
    channel: 'waiver',
    amount: half,
    day: '2026-11-16',
    note: 'Hardship; approved by the principal',
    shares: [shareOldestFirst(waived!.studentId, half, [waived!])],
  });
  const correction = {
    kind: 'correction',
    amount: 3_500_00,
    reason: 'PTA levy charged twice',
    day: '2026-10-20',
    agreedBy: null,
  } as const;
  await creditInvoice(tx, bursar, (await lockInvoice(tx, institutionId, corrected.id))!, correction);

  await receivePayment(tx, cashier, institutionId, {
    channel: 'transfer',
    amount: 62_500_00,
    day: '2026-11-11',
    reference: 'FT26877420',
    cashierDayId: null,
    payerName: 'Adekunle Stores',
    note: 'NIP/ADEKUNLE STORES/SCH FEE TWO CHILDREN',
    shares: [],
  });
  await receivePayment(tx, cashier, institutionId, {
    channel: 'transfer',
    amount: 45_000_00,
    day: '2026-11-19',
    reference: 'FT26900117',
    cashierDayId: null,
    note: 'SCH FEES 1ST TERM',
    shares: [],
  });
}

export const steps: DemoStep[] = [
  {
    place: 110,
    async load(tx, { school, college }) {
      await insertPayments(tx, school, chanceFrom(5211));
      await insertPayments(tx, college, chanceFrom(5212));
    },
  },
];
