import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { moneyOverview, type MoneyOverview } from './overview.ts';
import { takenOff } from './taken-back.ts';
import { ageKeys, ageLabels, sumOfAges } from '#features/money/invoices/dues/ages.ts';

const columns: ExportColumn[] = [
  { header: 'Figure', kind: 'text', width: 28 },
  { header: 'Of', kind: 'text', width: 34 },
  { header: 'Amount', kind: 'number', width: 18 },
  { header: 'Number', kind: 'number', width: 10 },
];

type Line = [figure: string, of: string, amount: number | null, count: number | null];

/** The figures of the overview as a table. */
export async function exportOverview(actor: Actor, tx: Tx, wanted: number | undefined): Promise<ExportedTable> {
  const overview = await moneyOverview(tx, actor, wanted);
  const lines = linesOf(overview).map(([figure, of, amount, count]) => [
    figure,
    of,
    amount === null ? null : amount / 100,
    count,
  ]);
  return {
    title: 'Fees overview',
    counted: (rows) => `${rows} figures of the overview`,
    action: 'payments.exportOverview',
    filter: {},
    institutionIds: [overview.institutionId],
    columns,
    rows: sql`select ${overview.institutionId}::int as "institutionId", r.value::text as cells
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality r order by r.ordinality`,
  };
}

function linesOf({
  day,
  collected,
  takenBack,
  ages,
  classes,
  fees,
  weeks,
  given,
  debtors,
  waiting,
}: MoneyOverview): Line[] {
  return [
    ...collected.map(({ channel, cashier, amount, count }): Line => [
      ...([`Collected ${day}`, `${channels[channel as Channel]}, ${cashier ?? 'online'}`, amount, count] as Line),
    ]),
    ...takenOff({ takenBack }).map(({ name, amount }): Line => [`Collected ${day}`, name, amount, null]),
    ...ageKeys.map((age): Line => ['Outstanding', ageLabels[age], ages[age], null]),
    ...classes.map((row): Line => ['Outstanding by class', row.name ?? 'Without class', sumOfAges(row), null]),
    ...fees.map((row): Line => ['Outstanding by fee', row.name ?? 'Other invoices', sumOfAges(row), null]),
    ...weeks.map(({ week, expected }): Line => ['Expected in week of', week, expected, null]),
    ...weeks.map(({ week, collected: came }): Line => ['Collected in week of', week, came, null]),
    ...given.rows.map(({ name, amount }): Line => [`Discounts and waivers since ${given.since}`, name, amount, null]),
    ...debtors.map(({ name, owed }): Line => ['Largest balances', name, owed, null]),
    ['Waiting', 'Unidentified payments', waiting.suspenseAmount, waiting.suspense],
    ['Waiting', 'Cheques to clear', waiting.chequeAmount, waiting.cheques],
    ['Waiting', 'Payments not seen at the bank', waiting.unseenAmount, waiting.unseen],
    ['Waiting', 'Online payments to review', null, waiting.reviews],
    ['Waiting', 'Cashier sessions not closed', null, waiting.openDays],
    ['Waiting', 'Closed sessions to approve', null, waiting.unapprovedDays],
    ['Waiting', 'Cashier differences to explain', null, waiting.openDifferences],
  ];
}
