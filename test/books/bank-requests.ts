import { sql } from 'drizzle-orm';
import type { Browser } from '#test/harness/app.ts';
import { sendStatement, statementHead, statementLine } from '#test/harness/bank-desk.ts';
import { pick, type Choice } from './desk.ts';
import type { Office } from './families.ts';
import { idOf, lineIn, reason, reference, to, type Sending } from './sending.ts';

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

export const bankRequests = {
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
} satisfies Record<string, Sending>;
