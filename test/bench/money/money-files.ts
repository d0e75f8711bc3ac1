import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const form = 'application/x-www-form-urlencoded';

/** Five hundred bills of the last billing run as one file, which a job makes. */
export async function measureBills({ client, registrar }: Site): Promise<Row[]> {
  const bills = 500;
  const { rows } = await client.query<{ run: string }>(
    `with last as (select max(run_id) as id from invoices)
     update invoices set run_id = null where run_id = (select id from last) and id not in (
       select id from invoices where run_id = (select id from last) order by id limit $1)
     returning (select id from last) as run`,
    [bills],
  );
  const run = rows[0]?.run;
  if (!run) throw new Error('The billing run has no more invoices than are printed.');
  say('Printing bills …');
  const from = performance.now();
  const { status, body } = await registrar.post('/bill-files', `run=${run}`, form);
  if (status !== 303) throw new Error(`Printing answered ${status}: ${body.toString().slice(0, 300)}`);
  let file = { state: 'queued', done: 0 };
  while (file.state !== 'done') {
    await sleep(50);
    const found = await client.query<typeof file>(
      `select state, done_count as done from bill_files order by id desc limit 1`,
    );
    file = found.rows[0]!;
    if (file.state === 'failed') throw new Error('The bills could not be made.');
  }
  if (file.done !== bills) throw new Error(`${file.done} bills instead of ${bills}.`);
  return [{ what: `${bills} printed bills`, value: (performance.now() - from) / 1000, unit: 's', budget: 15 }];
}

/** A statement of 5,000 lines: a third names a payment, a third a student's number, a third only the payer. */
export async function measureBankLines({ client, registrar, school }: Site): Promise<Row[]> {
  const { rows: account } = await client.query<{ id: string }>(
    `insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
     select $1, 'Fees account', 'First Bank', '0123456789', id from ledger_accounts
     where institution_id = $1 and role = 'bank' returning id`,
    [school.institutionId],
  );
  const { rows: lines } = await client.query<{ line: string }>(
    `select case n % 3
        when 0 then concat_ws(',', to_char(p.day, 'DD/MM/YYYY'), p.reference, 'NIP TRANSFER FROM A PARENT', p.amount / 100)
        when 1 then concat_ws(',', '20/11/2026', 'NIP' || n, 'Fees of ' || s.admission_number || ' for the first term', 15000 + n % 90)
        else concat_ws(',', '20/11/2026', 'NIP' || n, 'TRF FRM ' || s.surname || ' ' || s.first_name || ' via mobile', 7000 + n % 90)
      end as line
     from (select row_number() over (order by id desc) as n, * from (
       select * from payments where status = 'successful' and channel = 'transfer' order by id desc limit 5000) q) p
     join (select row_number() over (order by hashint8(id)) as n, surname, first_name, admission_number
       from students where institution_id = $1 limit 5000) s using (n) order by n`,
    [school.institutionId],
  );
  const text = `Date,Reference,Narration,Credit\n${lines.map(({ line }) => line).join('\n')}\n`;
  const boundary = 'cloth';
  const sent = await registrar.post(
    '/bank-statements',
    `--${boundary}\r\nContent-Disposition: form-data; name="bank_account_id"\r\n\r\n${account[0]!.id}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="statement.csv"\r\nContent-Type: text/csv\r\n\r\n` +
      `${text}\r\n--${boundary}--\r\n`,
    `multipart/form-data; boundary=${boundary}`,
  );
  const address = String(sent.headers['location']);
  if (sent.status !== 303)
    throw new Error(`The statement answered ${sent.status}: ${sent.body.toString().slice(0, 300)}`);
  say('Matching 5,000 lines of a bank …');
  const from = performance.now();
  const mapping = JSON.stringify({ mapping: ['date', 'reference', 'narration', 'credit'] });
  const { status, body } = await registrar.post(`${address}/columns`, mapping, 'application/json');
  const took = (performance.now() - from) / 1000;
  if (status !== 303) throw new Error(`Matching answered ${status}: ${body.toString().slice(0, 300)}`);
  const { rows } = await client.query<{ lines: number; strong: number }>(
    `select count(*)::int as lines, count(*) filter (where strength = 'strong')::int as strong from bank_lines`,
  );
  const { lines: added, strong } = rows[0]!;
  if (strong < added * 0.5) throw new Error(`Only ${strong} of ${added} lines have a strong proposal.`);
  return [
    {
      what: `bank statement of ${added.toLocaleString('en')} lines matched`,
      value: took,
      unit: 's',
      budget: 5,
      note: `${strong.toLocaleString('en')} strong proposals`,
    },
  ];
}
