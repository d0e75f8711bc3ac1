import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText, Money } from '#ui/text.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { channels } from '#features/money/ledger/channels.ts';
import type { PropsOf } from '#web/page.ts';
import type { dayPage } from '../cashier.pages.ts';
import type { DayRecord } from './day.queries.ts';
import { CountForm } from './count-form.tsx';
import { ApproveCard, DifferencesCard } from './day-differences.tsx';
import { DayReceipts } from './day-receipts.tsx';
import { DayState } from './day-list.page.tsx';
import { cx } from '#ui/cx.ts';
import classes from '#features/money/payments/shared/counter.module.css';

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
          !day.isBlind && (
            <LinkButton external href={`/cashier-days/${day.id}/sheet.pdf`} target="_blank">
              Print day sheet
            </LinkButton>
          )
        }
      />
      <div className={classes.main}>
        {!day.isBlind && (
          <Card title="By channel" flush>
            <div className={classes.child}>
              <ChannelTable day={day} />
            </div>
          </Card>
        )}
        {can.close && (
          <Card title="Count and close">
            <CountForm day={day} notes={notes} />
          </Card>
        )}
        {can.approve && <ApproveCard day={day} />}
        {day.differences.length > 0 && <DifferencesCard day={day} />}
        {can.recount && (
          <Card title="Count again">
            <CountForm day={day} notes={notes} again />
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
                'Counted again',
                day.recountedAt && (
                  <DateTimeText key="recounted" value={String(day.recountedAt)} institutionId={institutionId} />
                ),
              ],
              ['Reason for the recount', day.recountRemark],
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

function ChannelTable({ day }: { day: DayRecord }) {
  const { currency } = day;
  const numbers = ['Expected', ...(day.recountedAt ? ['First count'] : []), 'Counted', 'Difference'];
  return (
    <table className={cx(classes.table, classes.byChannel)}>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col" className={cx(classes.number, classes.due)}>
            Payments
          </th>
          {numbers.map((number) => (
            <th key={number} scope="col" className={classes.number}>
              {number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {day.channels.map(({ channel, receipts, expected, counted, firstCounted }) => (
          <tr key={channel}>
            <td>{channels[channel]}</td>
            <td className={cx(classes.number, classes.due)}>{receipts}</td>
            <td className={classes.number}>{expected !== null && <Money minor={expected} currency={currency} />}</td>
            {day.recountedAt && (
              <td className={classes.number}>
                {firstCounted !== null && <Money minor={firstCounted} currency={currency} />}
              </td>
            )}
            <td className={classes.number}>{counted !== null && <Money minor={counted} currency={currency} />}</td>
            <td className={classes.number}>
              {counted !== null && expected !== null && (
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
