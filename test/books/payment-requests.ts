import { sql } from 'drizzle-orm';
import type { Browser } from '#test/harness/app.ts';
import { pick, type Choice } from './desk.ts';
import type { Office } from './families.ts';
import { idOf, paymentIn, reason, reference, to, type Sending } from './sending.ts';

async function take(office: Office, { who, amount }: Choice, browser: Browser, channel: string) {
  const studentId = pick(office.children, who)!;
  const [open] = await office.rows<{ id: number; open: number }>(sql`
    select id::int as id, (total - settled - credited)::float8 as open from invoices
    where student_id = ${studentId} and total > settled + credited order by id limit 1`);
  const allocations = open
    ? [{ invoice_id: open.id, amount: Math.min(amount, Number(open.open)), open: Number(open.open) }]
    : [];
  return browser.post('/payments', {
    student_id: studentId,
    shares: [{ student_id: studentId, amount, allocations }],
    channel,
    reference: channel === 'cash' ? '' : reference(),
    reference_again: 'on',
    cheque_bank: channel === 'cheque' ? 'First Bank' : '',
  });
}

const paid = sql`status in ('successful', 'partly_refunded') and not in_suspense`;

export const paymentRequests = {
  cash: (office, choice, browser) => take(office, choice, browser, 'cash'),
  transfer: (office, choice, browser) => take(office, choice, browser, choice.other % 2 ? 'transfer' : 'pos'),
  cheque: (office, choice, browser) => take(office, choice, browser, 'cheque'),
  clear: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'pending'`), (id) => `/payments/${id}/clear`, {
      day: '',
      again: 'on',
    }),
  bounce: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'pending'`), (id) => `/payments/${id}/bounce`, { reason }),
  reverse: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'successful'`), (id) => `/payments/${id}/reverse`, {
      reason,
    }),
  undo: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'successful'`), (id) => `/payments/${id}/undo`),
  async refund(office, { which, amount }, browser) {
    const shares = await office.rows<{ id: number; student: number; left: number }>(sql`
      select p.id::int as id, s.student_id::int as student, (s.amount - s.refunded)::float8 as left
      from payment_shares s join payments p on p.id = s.payment_id where ${paid} and s.amount > s.refunded order by 1, 2`);
    const share = pick(shares, which);
    return to(browser, share?.id, (id) => `/payments/${id}/refund`, {
      student_id: share?.student,
      amount: Math.min(amount, Number(share?.left)),
      reason,
    });
  },
  payOut: async (office, { which }, browser) =>
    to(
      browser,
      await idOf(office, which, sql`select id::int as id from refunds where paid_at is null order by id`),
      (id) => `/refunds/${id}/pay`,
      { channel: 'cash', reference: '' },
    ),
  async move(office, { which, other, amount }, browser) {
    const shares = await office.rows<{ id: number; student: number; left: number }>(sql`
      select p.id::int as id, s.student_id::int as student, (s.amount - s.refunded)::float8 as left
      from payment_shares s join payments p on p.id = s.payment_id where ${paid} and s.amount > s.refunded order by 1, 2`);
    const share = pick(shares, which);
    return to(browser, share?.id, (id) => `/payments/${id}/move`, {
      student_id: share?.student,
      to_student_id: pick(office.children, other)!,
      amount: Math.min(amount, Number(share?.left)),
      reason,
    });
  },
  unknown: ({ institutionId }, { amount }, browser) =>
    browser.post('/unidentified-payments', {
      institutionId,
      amount,
      channel: 'transfer',
      reference: reference(),
      reference_again: 'on',
      day: '2026-11-20',
    }),
  place: async (office, choice, browser) =>
    to(
      browser,
      await paymentIn(office, choice, sql`status = 'successful' and in_suspense`),
      (id) => `/payments/${id}/place`,
      { student_id: pick(office.children, choice.who)!, shares: [], again: 'on' },
    ),
  unplace: async (office, choice, browser) =>
    to(
      browser,
      await paymentIn(
        office,
        choice,
        sql`status = 'successful' and id in (select source_id from ledger_entries where source = 'placement')`,
      ),
      (id) => `/payments/${id}/unplace`,
      { reason },
    ),
} satisfies Record<string, Sending>;
