import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { checkRows } from '#features/imports/work/check-rows.job.ts';
import { runRows } from '#features/imports/work/run-rows.job.ts';
import { undoRows } from '#features/imports/work/undo-rows.job.ts';
import type { Browser } from '#test/harness/app.ts';
import { sendStatement, statementHead, statementLine } from '#test/harness/bank-desk.ts';
import { pick, type Choice } from './desk.ts';
import { people, type Office } from './families.ts';

/** Something that somebody sends, as the screens do. */
export interface Request extends Choice {
  kind: keyof typeof requests;
  by: number;
}

type Sending = (office: Office, choice: Choice, browser: Browser) => Promise<LightMyRequestResponse | undefined>;

const clerks = ['cashier', 'bursar', 'accountant', 'owner'] as const;
const deciders = ['principal', 'vice', 'owner', 'bursar.home'] as const;

/** Sends it, and does the work that it asked for. Undefined if there is nothing to do it with. */
export async function send(office: Office, { kind, by, ...choice }: Request) {
  const { sent, services } = office.world;
  const crowd = kind === 'approve' || kind === 'decline' ? deciders : by % 4 === 3 ? people : clerks;
  const person = pick([...crowd], by)!;
  const answer = await requests[kind](office, choice, office.browsers[person]);
  for (const { queue, data } of sent.splice(0)) {
    const job = { 'imports.run': runRows, 'imports.check': checkRows, 'imports.undo': undoRows }[queue as string];
    await job?.(services, data as never, new AbortController().signal);
  }
  return { person, answer };
}

const reason = 'As agreed';
const idOf = async ({ rows }: Office, which: number, query: ReturnType<typeof sql>) =>
  pick(await rows<{ id: number }>(query), which)?.id;
const invoiceOf = ({ children, ...office }: Office, { who, which }: Choice) =>
  idOf(
    { children, ...office },
    which,
    sql`select id::int as id from invoices where student_id = ${pick(children, who)!} and cancelled_at is null order by id`,
  );
const paymentIn = (office: Office, { which }: Choice, where: ReturnType<typeof sql>) =>
  idOf(office, which, sql`select id::int as id from payments where ${where} order by id`);
const lineIn = (office: Office, { which }: Choice, state: string) =>
  idOf(
    office,
    which,
    sql`select id::int as id from bank_lines where state = any (${sql.param(state.split(' '))}) order by id`,
  );

/** Posts to the address of a record, if there is one. */
const to = (browser: Browser, id: number | undefined, address: (id: number) => string, body: object = {}) =>
  id === undefined ? Promise.resolve(undefined) : browser.post(address(id), body);

let references = 0;
const reference = () => `REF${(references += 1)}`;

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

/** A file of old balances: two students at a time. */
async function openings(office: Office, { who, other, amount, which }: Choice, browser: Browser) {
  const lines = [
    [who, amount],
    [other, which % 2 ? -amount : amount + 1],
  ].map(([at, balance]) => `${office.numberOf(pick(office.children, at!)!)},${(balance! / 100).toFixed(2)}`);
  const part = (name: string, value: string) =>
    `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--cloth\r\nContent-Disposition: form-data; name="file"; filename="${reference()}.csv"\r\nContent-Type: text/csv\r\n\r\nAdmission number,Balance\n${lines.join('\n')}\r\n--cloth--\r\n`;
  const uploaded = await browser.send({
    method: 'POST',
    url: '/imports',
    payload: Buffer.from(part('kind', 'openings') + part('institutionId', String(office.institutionId)) + file),
    headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
  });
  if (uploaded.statusCode !== 303) return uploaded;
  const address = String(uploaded.headers.location);
  const { sent, services } = office.world;
  await browser.post(`${address}/check`, { mapping: ['admissionNumber', 'amount'], repeat: true });
  for (const { queue, data } of sent.splice(0))
    if (queue === 'imports.check') await checkRows(services, data as never, new AbortController().signal);
  const { seen } = (await browser.page(address)).props.import;
  return browser.post(`${address}/run`, { mode: 'good', seen });
}

async function statement(office: Office, { who, other, amount }: Choice, browser: Browser) {
  const line = (at: number, sum: number) =>
    statementLine(
      '10/11/2026',
      reference(),
      `NIP TRANSFER ${office.numberOf(pick(office.children, at)!)} SCHOOL FEES ${reference()}`,
      (sum / 100).toFixed(2),
    );
  const text = statementHead + line(who, amount) + line(other, amount + 100);
  const uploaded = await sendStatement(browser, office.bankAccountId, text, `${reference()}.csv`);
  if (uploaded.statusCode !== 303) return uploaded;
  const address = String(uploaded.headers.location);
  const { columns } = (await browser.page(address)).props;
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? '');
  return browser.post(`${address}/columns`, { mapping, order: 'dmy' });
}

const paid = sql`status in ('successful', 'partly_refunded') and not in_suspense`;
const requests = {
  bill: (office, { who, amount }, browser) =>
    browser.post('/invoices', {
      student_id: pick(office.children, who)!,
      ...{ title: 'Lost book', due_on: '2099-12-31' },
      lines: { 1: { name: 'Book', category_id: office.categoryId, amount } },
    }),
  cash: (office, choice, browser) => take(office, choice, browser, 'cash'),
  transfer: (office, choice, browser) => take(office, choice, browser, choice.other % 2 ? 'transfer' : 'pos'),
  cheque: (office, choice, browser) => take(office, choice, browser, 'cheque'),
  clear: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'pending'`), (id) => `/payments/${id}/clear`, {
      ...{ day: '', again: 'on' },
    }),
  bounce: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'pending'`), (id) => `/payments/${id}/bounce`, { reason }),
  reverse: async (office, choice, browser) =>
    to(browser, await paymentIn(office, choice, sql`status = 'successful'`), (id) => `/payments/${id}/reverse`, {
      reason,
    }),
  async refund(office, { which, amount }, browser) {
    const shares = await office.rows<{ id: number; student: number; left: number }>(sql`
      select p.id::int as id, s.student_id::int as student, (s.amount - s.refunded)::float8 as left
      from payment_shares s join payments p on p.id = s.payment_id where ${paid} and s.amount > s.refunded order by 1, 2`);
    const share = pick(shares, which);
    return to(browser, share?.id, (id) => `/payments/${id}/refund`, {
      ...{ student_id: share?.student, amount: Math.min(amount, Number(share?.left)), reason },
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
      ...{ student_id: share?.student, to_student_id: pick(office.children, other)! },
      ...{ amount: Math.min(amount, Number(share?.left)), reason },
    });
  },
  unknown: ({ institutionId }, { amount }, browser) =>
    browser.post('/unidentified-payments', {
      ...{ institutionId, amount, channel: 'transfer', reference: reference(), reference_again: 'on' },
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
  credit: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/credit`, { amount: choice.amount, reason }),
  cancel: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/cancel`, { reason }),
  waive: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/waive`, {
      ...{ how: choice.other % 2 ? 'waiver' : 'write_off', amount: choice.amount, reason },
    }),
  discount: ({ schemeId, children }, { who, other }, browser) =>
    browser.post(`/discounts/${schemeId}/students`, {
      students: [...new Set([pick(children, who)!, pick(children, other)!])],
      until: '',
    }),
  noDiscount: ({ schemeId, children }, { who }, browser) =>
    browser.post(`/discounts/${schemeId}/students/remove`, { studentId: pick(children, who)! }),
  statement,
  confirmAll: async (office, { which }, browser) =>
    to(
      browser,
      await idOf(office, which, sql`select id::int as id from bank_statements order by id`),
      (id) => `/bank-statements/${id}/confirm`,
    ),
  confirmLine: async (office, choice, browser) =>
    to(browser, await lineIn(office, choice, 'open'), (id) => `/bank-lines/${id}/confirm`, {
      student_id: choice.other % 2 ? pick(office.children, choice.who)! : '',
      again: 'on',
    }),
  async split(office, choice, browser) {
    const [line] = await office.rows<{ id: number; amount: number }>(
      sql`select id::int as id, amount::float8 as amount from bank_lines where state = 'open' and amount > 1 order by id`,
    );
    const shares = [choice.who, choice.other].map((at, part) => ({
      student_id: pick(office.children, at)!,
      amount: part === 0 ? 1 : Number(line?.amount) - 1,
    }));
    return to(browser, line?.id, (id) => `/bank-lines/${id}/split`, { shares, again: 'on' });
  },
  suspend: async (office, choice, browser) =>
    to(browser, await lineIn(office, choice, 'open'), (id) => `/bank-lines/${id}/suspend`),
  ignore: async (office, choice, browser) =>
    to(browser, await lineIn(office, choice, 'open'), (id) => `/bank-lines/${id}/ignore`, { remark: reason }),
  undoLine: async (office, choice, browser) =>
    to(
      browser,
      await idOf(office, choice.which, sql`select id::int as id from bank_lines where state <> 'open' order by id`),
      (id) => `/bank-lines/${id}/undo`,
      { reason },
    ),
  openings,
  undoOpenings: async (office, { which }, browser) =>
    to(
      browser,
      await idOf(office, which, sql`select id::int as id from imports where imported_count > 0 order by id`),
      (id) => `/imports/${id}/undo`,
    ),
  approve: async (office, { which }, browser) =>
    to(browser, await waiting(office, which), (id) => `/approvals/${id}/approve`),
  decline: async (office, { which }, browser) =>
    to(browser, await waiting(office, which), (id) => `/approvals/${id}/decline`, { reason }),
} satisfies Record<string, Sending>;

const waiting = (office: Office, which: number) =>
  idOf(office, which, sql`select id::int as id from approvals where outcome is null order by id`);

export const requestKinds = Object.keys(requests) as (keyof typeof requests)[];
