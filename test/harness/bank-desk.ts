import { expect } from 'vitest';
import { agree } from './agree.ts';
import type { Browser } from './app.ts';

export const statementHead = 'Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance\n';

/** A row of a bank's CSV file. */
export const statementLine = (day: string, reference: string, narration: string, credit: string, debit = '') =>
  `${day},${day},${reference},"${narration}",${debit},"${credit}",0\n`;

/** Adds a bank account of an institution, to which the group administrator agrees; returns its id. */
export async function addBankAccount(browser: Browser, institutionId: number, number: string): Promise<number> {
  const { props } = await browser.page(`/bank-accounts/new?institution_id=${institutionId}`);
  const [{ id }] = props.ledgerAccounts.filter(
    (one: { institutionId: number; isUsual: boolean }) => one.isUsual && one.institutionId === institutionId,
  );
  const answer = await browser.post('/bank-accounts', {
    institution_id: institutionId,
    name: 'Fees account',
    bank: 'First Bank',
    number,
    ledger_account_id: id,
  });
  expect(answer.statusCode, answer.body).toBe(303);
  await agree(await browser.beside('group'));
  return (await browser.page('/bank-accounts')).props.accounts[0].id;
}

export function sendStatement(browser: Browser, bankAccountId: number, text: string | Buffer, name = 'statement.csv') {
  const boundary = 'cloth';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="bank_account_id"\r\n\r\n${bankAccountId}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  return browser.send({
    method: 'POST',
    url: '/bank-statements',
    payload: Buffer.concat([Buffer.from(head), Buffer.from(text as string), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}

/** Uploads a statement, takes the guessed columns, and returns the statement's id. */
export async function addStatement(browser: Browser, bankAccountId: number, text: string | Buffer): Promise<number> {
  const sent = await sendStatement(browser, bankAccountId, text);
  expect(sent.statusCode, sent.body).toBe(303);
  const address = String(sent.headers.location);
  const { props } = await browser.page(address);
  const answer = await browser.post(`${address}/columns`, {
    mapping: props.columns.map(({ field }: { field: string | null }) => field ?? ''),
    order: 'dmy',
  });
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(address.split('/').at(-1));
}

/** The lines of a statement in the order of the file. */
export const linesOfStatement = async (browser: Browser, statementId: number) =>
  (await browser.page(`/bank-lines?statement=${statementId}`)).props.rows.toReversed();
