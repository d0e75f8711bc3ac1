import { useId, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf, money } from '#ui/format.ts';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { LineDetails, BankedPayment } from './bank.queries.ts';
import type { LineProps } from '../bank.pages.ts';
import classes from '../bank.module.css';

/** Recorded payments that were banked together: a day's cash, a terminal's settlement. */
export function BankedPayments({
  line,
  banked,
  accounts,
}: { line: LineDetails } & Pick<LineProps, 'banked' | 'accounts'>) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { currency } = line;
  const some = banked.rows.filter(({ id }) => ticked.has(id));
  const difference = sumOf(some) - line.amount;
  const tick = (rows: BankedPayment[], isOn: boolean) =>
    setTicked((all) => {
      const next = new Set(all);
      for (const { id } of rows) next[isOn ? 'add' : 'delete'](id);
      return next;
    });
  if (banked.rows.length === 0)
    return <p>No recorded payment of these weeks is waiting for the bank. Record this line for its student instead.</p>;
  const isCharge = some.length > 0 && difference !== 0 && Math.abs(difference) * 10 <= line.amount;
  return (
    <EditForm
      action={`/bank-lines/${line.id}/payments`}
      submit={some.length ? `Match ${countOf(some.length, 'payment')}` : 'Match payments'}
      guard={false}
    >
      <p>Tick the payments that were banked together. The line clears them; nothing is recorded twice.</p>
      <div className={classes.banked} data-field="payments">
        {groupsOf(banked.rows, line.amount).map((rows) => (
          <Group key={keyOf(rows[0]!)} rows={rows} ticked={ticked} tick={tick} line={line} />
        ))}
      </div>
      {banked.isMore && <Secondary>The latest payments are shown. Earlier ones aren’t listed.</Secondary>}
      {some.map(({ id }, at) => (
        <input key={id} type="hidden" name={`payments.${at}`} value={id} />
      ))}
      <p role="status">
        {money(sumOf(some), currency)} of {money(line.amount, currency)} ticked
        {some.length > 0 &&
          difference !== 0 &&
          `, ${money(Math.abs(difference), currency)} ${difference > 0 ? 'more than' : 'less than'} the line`}
        .
      </p>
      {isCharge && (
        <SelectField
          name="ledger_account_id"
          label={difference > 0 ? 'Account for the bank’s deduction' : 'Account for the surplus'}
          options={accounts.map(({ id, label }) => ({ value: String(id), label }))}
        />
      )}
    </EditForm>
  );
}

interface GroupProps {
  rows: BankedPayment[];
  ticked: ReadonlySet<number>;
  tick: (rows: BankedPayment[], isOn: boolean) => void;
  line: LineDetails;
}

/** What one person took on one day by one channel, ticked at once or one by one. */
function Group({ rows, ticked, tick, line }: GroupProps) {
  const id = useId();
  const [{ channel, day, cashier }] = rows as [BankedPayment];
  const on = rows.filter((row) => ticked.has(row.id)).length;
  return (
    <div>
      <div className={classes.group}>
        <input
          type="checkbox"
          id={id}
          checked={on === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = on > 0 && on < rows.length;
          }}
          onChange={(event) => tick(rows, event.target.checked)}
        />
        <label htmlFor={id}>
          {channels[channel]}, <DateText value={day} />{' '}
          <Secondary>{[countOf(rows.length, 'payment'), cashier].filter(Boolean).join(' · ')}</Secondary>{' '}
          {sumOf(rows) === line.amount && <Badge tone="good">Same amount</Badge>}
        </label>
        <Money minor={sumOf(rows)} currency={line.currency} />
      </div>
      {rows.length > 1 && (
        <details>
          <summary>One by one</summary>
          {rows.map((row) => (
            <label key={row.id} className={classes.group}>
              <input
                type="checkbox"
                checked={ticked.has(row.id)}
                onChange={(event) => tick([row], event.target.checked)}
              />
              <span>
                {row.number === null ? `Payment ${row.id}` : receiptNumber(row.number)}{' '}
                <Secondary>{[row.names, row.reference].filter(Boolean).join(' · ')}</Secondary>
              </span>
              <Money minor={row.amount} currency={line.currency} />
            </label>
          ))}
        </details>
      )}
    </div>
  );
}

const keyOf = ({ channel, day, cashier }: BankedPayment) => `${day} ${channel} ${cashier ?? ''}`;
const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** By day, channel and person; those that sum to the line first, transfers last: each has a line of its own. */
const groupsOf = (rows: BankedPayment[], amount: number) => {
  const rank = (group: BankedPayment[]) => (sumOf(group) === amount ? 0 : group[0]!.channel === 'transfer' ? 2 : 1);
  return [...Map.groupBy(rows, keyOf).values()].toSorted((one, other) => rank(one) - rank(other));
};
