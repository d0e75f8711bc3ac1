import { LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText, Money } from '#ui/text.tsx';
import { dateText, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { channels } from '#features/receivables/receivables.ts';
import type { PropsOf } from '#web/page.ts';
import type { dayPage } from '../payments.pages.ts';
import type { DayRecord } from '../days/day.queries.ts';
import { CountForm } from '../parts/count-form.tsx';
import { DayReceipts } from '../parts/day-receipts.tsx';
import { DayState } from './day-list.page.tsx';
import { cx } from '#ui/cx.ts';
import classes from '../parts/counter.module.css';

/** One cashier's day: what it took by channel, the count, the approval. */
export default function DayPage({ notes, ...day }: PropsOf<typeof dayPage>) {
  const { href } = useAddress();
  const { institutionId, currency, can } = day;
  return (
    <>
      <PageHeader
        title={`${day.cashier}, ${dateText(day.day)}`}
        breadcrumbs={[{ label: 'Cashier days', href: href('/cashier-days') }, { label: dateText(day.day) }]}
        badge={<DayState {...day} />}
        action={
          <LinkButton external href={`/cashier-days/${day.id}/sheet.pdf`} target="_blank">
            Print day sheet
          </LinkButton>
        }
      />
      <div className={classes.main}>
        <Card title="By channel" flush>
          <div className={classes.child}>
            <ChannelTable day={day} />
          </div>
        </Card>
        {can.close && (
          <Card title="Count and close">
            <CountForm {...{ day, notes }} />
          </Card>
        )}
        {can.approve && (
          <Card title="Approve">
            <EditForm action={`/cashier-days/${day.id}/approve`} submit="Approve day">
              <TextareaField
                name="remark"
                label="Remark"
                optional
                rows={2}
                maxLength={500}
                help={differenceNote(day)}
              />
            </EditForm>
          </Card>
        )}
        <Card title="Details">
          <DescriptionList
            columns={2}
            items={[
              ['Opened', <DateTimeText key="opened" value={String(day.openedAt)} institutionId={institutionId} />],
              ['Float', <Money key="float" minor={day.openingFloat} currency={currency} />],
              [
                'Closed',
                day.closedAt && (
                  <DateTimeText key="closed" value={String(day.closedAt)} institutionId={institutionId} />
                ),
              ],
              ['Remark', day.remark],
              [
                'Approved',
                day.approvedAt && (
                  <DateTimeText key="approved" value={String(day.approvedAt)} institutionId={institutionId} />
                ),
              ],
              ['Approved by', day.approvedBy],
              ['Remark of the approval', day.approvalRemark],
            ]}
          />
        </Card>
        <DayReceipts day={day} />
      </div>
    </>
  );
}

const differenceNote = ({ channels: list, currency }: DayRecord) => {
  const cash = list.find(({ channel }) => channel === 'cash');
  const difference = cash && cash.counted !== null ? cash.counted - cash.expected : 0;
  return difference === 0
    ? 'The cash agrees.'
    : `The cash is ${difference < 0 ? 'short' : 'over'} by ${money(Math.abs(difference), currency)}. Approving posts it to Cash differences.`;
};

function ChannelTable({ day }: { day: DayRecord }) {
  const { currency } = day;
  return (
    <table className={cx(classes.table, classes.byChannel)}>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col" className={cx(classes.number, classes.due)}>
            Payments
          </th>
          <th scope="col" className={classes.number}>
            Expected
          </th>
          <th scope="col" className={classes.number}>
            Counted
          </th>
          <th scope="col" className={classes.number}>
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {day.channels.map(({ channel, receipts, expected, counted }) => (
          <tr key={channel}>
            <td>{channels[channel]}</td>
            <td className={cx(classes.number, classes.due)}>{receipts}</td>
            <td className={classes.number}>
              <Money minor={expected} currency={currency} />
            </td>
            <td className={classes.number}>{counted !== null && <Money minor={counted} currency={currency} />}</td>
            <td className={classes.number}>
              {counted !== null && (
                <span className={counted === expected ? undefined : classes.overdue}>
                  <Money minor={counted - expected} currency={currency} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
