import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '#test/harness/app.ts';
import { pick, type Choice } from './desk.ts';
import type { Office } from './families.ts';

export type Sending = (office: Office, choice: Choice, browser: Browser) => Promise<LightMyRequestResponse | undefined>;

export const reason = 'As agreed';
export const idOf = async ({ rows }: Office, which: number, query: ReturnType<typeof sql>) =>
  pick(await rows<{ id: number }>(query), which)?.id;
export const invoiceOf = ({ children, ...office }: Office, { who, which }: Choice) =>
  idOf(
    { children, ...office },
    which,
    sql`select id::int as id from invoices where student_id = ${pick(children, who)!} and cancelled_at is null order by id`,
  );
export const paymentIn = (office: Office, { which }: Choice, where: ReturnType<typeof sql>) =>
  idOf(office, which, sql`select id::int as id from payments where ${where} order by id`);
export const lineIn = (office: Office, { which }: Choice, state: string) =>
  idOf(
    office,
    which,
    sql`select id::int as id from bank_lines where state = any (${sql.param(state.split(' '))}) order by id`,
  );

/** Posts to the address of a record, if there is one. */
export const to = (browser: Browser, id: number | undefined, address: (id: number) => string, body: object = {}) =>
  id === undefined ? Promise.resolve(undefined) : browser.post(address(id), body);

let references = 0;
export const reference = () => `REF${(references += 1)}`;
