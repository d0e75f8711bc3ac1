import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { askThenPost, post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { recordItems } from '#web/client/record-items.tsx';
import { feeFields } from '../fees.fields.ts';
import type { PropsOf } from '#web/page.ts';
import { audienceText } from '../audience/audience-input.ts';
import type { feePage } from '../fees.pages.ts';
import classes from '../shared/fees.module.css';
import { count, money } from '#ui/format.ts';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { compulsoryTotal } from './compulsory-total.ts';

/** A fee: what it charges, who pays it, what was billed, and what can be done with it. */
export default function FeePage({ fee, currency, students, can }: PropsOf<typeof feePage>) {
  const address = useAddress();
  const invoices = address.href('/invoices', { fee: String(fee.id), institution_id: String(fee.institutionId) });
  const bill = can.bill && !fee.isEnded && (
    <PrimaryLink href={address.href(`/fees/${fee.id}/bill`)}>Bill students</PrimaryLink>
  );
  return (
    <>
      <PageHeader
        title={fee.title}
        breadcrumbs={[{ label: 'Fees', href: address.href('/fees') }]}
        badge={fee.isEnded ? <Badge>Ended</Badge> : <Badge tone="good">Open</Badge>}
        action={bill}
        more={[
          can.bill &&
            fee.particulars.some(({ isOptional }) => isOptional) && {
              label: 'Optional items',
              href: address.href(`/fees/${fee.id}/items`),
            },
          can.bill &&
            fee.billed.count > 0 && {
              label: 'Changes since billing',
              href: address.href(`/fees/${fee.id}/proposals`),
            },
          ...(can.edit ? actionsFor(fee, address.href) : []),
        ]}
      />
      <div className={classes.stack}>
        <Stats>
          <Stat label="Students" value={students === undefined ? '…' : count(students)} />
          <Stat label="Invoices" value={count(fee.billed.count)} href={invoices} />
          <Stat label="Billed" value={money(fee.billed.total - fee.billed.credited, currency)} href={invoices} />
          <Stat label="Paid" value={money(fee.billed.settled, currency)} href={invoices} />
        </Stats>
        <Card
          title="Items"
          flush
          action={
            can.bill &&
            fee.particulars.some(({ isOptional }) => isOptional) && (
              <LinkButton href={address.href(`/fees/${fee.id}/items`)}>Choose students</LinkButton>
            )
          }
        >
          <ParticularsTable particulars={fee.particulars} currency={currency} />
        </Card>
        <Card title="Due dates" flush>
          <InstalmentsTable instalments={fee.instalments} currency={currency} />
        </Card>
        <Card title="Details">
          <DescriptionList
            items={[
              ['Who pays', audienceText(fee.audience)],
              ['Session', fee.session],
              ['Term', fee.term ?? 'Whole session'],
              ['Category', fee.category],
              ['Discounts', discountsOf(fee)],
              ['Fine', fineInWords(fee, currency)],
              ...recordItems(feeFields, fee),
            ]}
          />
        </Card>
      </div>
    </>
  );
}

const discountsOf = ({ discounts }: FeeDetails): ReactNode =>
  discounts.map(({ name, isArchived }) => (isArchived ? `${name} (archived)` : name)).join(', ') || 'None';

function actionsFor(fee: FeeDetails, href: (path: string) => string) {
  const duplicate = { label: 'Duplicate for other classes', href: href(`/fees/${fee.id}/duplicate`) };
  if (fee.isEnded) return [{ label: 'Reopen fee', onSelect: () => post(`/fees/${fee.id}/reopen`) }, duplicate];
  const isBilled = fee.billed.count > 0;
  return [
    { label: 'Edit fee', href: href(`/fees/${fee.id}/edit`) },
    duplicate,
    {
      label: 'End fee',
      onSelect: () =>
        void askThenPost(`/fees/${fee.id}/end`, {
          title: `End ${fee.title}?`,
          body: 'Nobody can be billed for it. Invoices and payments don’t change. You can reopen it.',
          action: 'End fee',
        }),
    },
    ...(isBilled
      ? []
      : [
          {
            label: 'Delete fee',
            tone: 'bad' as const,
            onSelect: () =>
              void askThenPost(`/fees/${fee.id}/delete`, {
                title: `Delete ${fee.title}?`,
                body: 'Nobody was billed for it. Its items, due dates and students’ choices of optional items are deleted.',
                action: 'Delete fee',
                tone: 'bad',
              }),
          },
        ]),
  ];
}

/** '₦500.00 a day after 7 days of grace, at most ₦5,000.00'. */
function fineInWords(fee: FeeDetails, currency: string): string {
  const { fineHow, fineAmount, finePercent, fineGraceDays, fineCap } = fee;
  if (!fineHow) return 'None';
  const amount = money(fineAmount ?? 0, currency);
  const what = {
    once: `${amount} once`,
    daily: `${amount} a day`,
    percent: `${percentText(finePercent)}% of the unpaid amount`,
  };
  const grace = fineGraceDays ? ` after ${fineGraceDays} ${fineGraceDays === 1 ? 'day' : 'days'} of grace` : '';
  return `${what[fineHow]}${grace}${fineCap ? `, at most ${money(fineCap, currency)}` : ''}`;
}

/** The items of a fee with their total. */
const ParticularsTable = ({ particulars, currency }: { particulars: FeeDetails['particulars']; currency: string }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col" className={classes.amount}>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {particulars.map(({ id, name, category, amount, isOptional, chosen }) => (
        <tr key={id}>
          <td>
            {name} {category !== name && <Secondary>{category}</Secondary>}{' '}
            {isOptional && <Badge>{chosen > 0 ? `Optional, chosen by ${chosen}` : 'Optional'}</Badge>}
          </td>
          <td className={classes.amount}>
            <Money minor={amount} currency={currency} />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Each student, before discounts</th>
        <td className={classes.amount}>
          <Money minor={compulsoryTotal(particulars)} currency={currency} />
        </td>
      </tr>
    </tfoot>
  </table>
);

/** When a fee is due. */
const InstalmentsTable = ({ instalments, currency }: { instalments: FeeDetails['instalments']; currency: string }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Due on</th>
        <th scope="col" className={classes.amount}>
          Share
        </th>
      </tr>
    </thead>
    <tbody>
      {instalments.map(({ id, dueOn, percent, amount }, at) => (
        <tr key={id}>
          <td>
            <DateText value={dueOn} />
          </td>
          <td className={classes.amount}>
            {amount !== null && <Money minor={amount} currency={currency} />}
            {percent !== null && `${percentText(percent)}%`}
            {amount === null && percent === null && (at === 0 ? 'Whole bill' : 'The rest')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
