import { sql } from 'drizzle-orm';
import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import type { Browser } from '#test/harness/app.ts';
import { pick, type Choice } from './desk.ts';
import type { Office } from './families.ts';
import { idOf, invoiceOf, reason, reference, to, type Sending } from './sending.ts';

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
  await browser.post(`${address}/check`, { mapping: ['admissionNumber', 'balance'], repeat: true });
  for (const { queue, data } of sent.splice(0))
    if (queue === 'imports.check') await checkRows(services, data as never, new AbortController().signal);
  const { seen } = (await browser.page(address)).props.import;
  return browser.post(`${address}/run`, { mode: 'good', seen });
}

const waiting = (office: Office, which: number) =>
  idOf(office, which, sql`select id::int as id from approvals where outcome is null order by id`);

export const debtRequests = {
  bill: (office, { who, amount }, browser) =>
    browser.post('/invoices', {
      student_id: pick(office.children, who)!,
      title: 'Lost book',
      due_on: '2099-12-31',
      lines: { 1: { name: 'Book', category_id: office.categoryId, amount } },
    }),
  credit: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/credit`, { amount: choice.amount, reason }),
  cancel: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/cancel`, { reason }),
  waive: async (office, choice, browser) =>
    to(browser, await invoiceOf(office, choice), (id) => `/invoices/${id}/waive`, {
      how: choice.other % 2 ? 'waiver' : 'write_off',
      amount: choice.amount,
      reason,
    }),
  discount: ({ schemeId, children }, { who, other }, browser) =>
    browser.post(`/discounts/${schemeId}/students`, {
      students: [...new Set([pick(children, who)!, pick(children, other)!])],
      until: '',
    }),
  noDiscount: ({ schemeId, children }, { who }, browser) =>
    browser.post(`/discounts/${schemeId}/students/remove`, { studentId: pick(children, who)! }),
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
