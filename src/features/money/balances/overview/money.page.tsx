import { exportItems } from '#ui/lists/export-items.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { moneyPage } from './money.routes.ts';
import { collectedOf, takenOff } from './taken-back.ts';
import { ageKeys, ageLabels, sumOfAges } from '#features/money/invoices/dues/ages.ts';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import classes from './money.module.css';
import { dateText, money, countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { PanelTabs } from '#ui/records/panel-tabs.tsx';
import { Bars, PairedBars } from '../shared/bars.tsx';
import { Link } from '#ui/link.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { MoneyOverview, Week } from './overview.ts';

/** What a bursar looks at every morning. */
export default function MoneyPage(overview: PropsOf<typeof moneyPage>) {
  const { institutionId, institutions, currency, day, collected, ages, weeks, given, debtors, can } = overview;
  const address = useAddress();
  const words = useTerms(institutionId);
  const href = (path: string, more: Record<string, string | number | null> = {}) =>
    address.href(path, { ...more, ...(institutions.length > 1 && { institution_id: institutionId }) });
  const total = sumOfAges(ages);
  const back = takenOff(overview);
  return (
    <>
      <PageHeader
        title="Fees overview"
        description={`Fees and payments on ${dateText(day)}.`}
        more={
          can.export
            ? [
                { label: 'Print as PDF', href: href('/money/overview.pdf'), external: true },
                ...exportItems((format) => href(`/money/export.${format}`)),
              ]
            : []
        }
      />
      <div className={classes.wide}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <Stats>
          <Stat
            label="Collected today"
            value={money(collectedOf(overview), currency)}
            hint={back.map(({ name, amount }) => `${name} ${money(-amount, currency)}`).join(', ')}
            href={href('/payment_records', { from: day, to: day })}
          />
          <Stat label="Outstanding" value={money(total, currency)} href={href('/balances')} />
          <Stat
            label="Overdue"
            value={money(total - ages.notDue, currency)}
            href={href('/balances', { state: 'overdue' })}
          />
          <Stat
            label={`Given since ${dateText(given.since)}`}
            value={money(sumOf(given.rows), currency)}
            hint={given.rows
              .filter(({ amount }) => amount > 0)
              .map(({ name, amount }) => `${name} ${money(amount, currency)}`)
              .join(', ')}
            href={href('/given', { from: given.since, to: day })}
          />
        </Stats>
        <MoneyWaiting overview={overview} href={href} />
      </div>
      <div className={classes.grid}>
        <Outstanding overview={overview} href={href} word={words.class} />
        <Weeks weeks={weeks} currency={currency} />
        <Card title="Today by channel and cashier">
          {collected.length + back.length === 0 ? (
            'Nothing yet.'
          ) : (
            <Bars
              caption="Today by channel and cashier"
              head="Channel and cashier"
              currency={currency}
              rows={[
                ...collected.map(({ channel, cashier, amount, count }) => ({
                  key: `${channel} ${cashier}`,
                  label: `${channels[channel as Channel]}${cashier ? `, ${cashier}` : ''} (${count})`,
                  amount,
                  href: href('/payment_records', { from: day, to: day, channel }),
                })),
                ...back.map(({ name, amount }) => ({ key: name, label: name, amount })),
              ]}
            />
          )}
        </Card>
        <Card title="Largest balances">
          {debtors.length === 0 && 'Nobody owes anything.'}
          <Bars
            caption="Largest balances"
            head="Student"
            currency={currency}
            rows={debtors.map(({ id, name, batch, owed }) => ({
              key: String(id),
              label: [name, batch].filter(Boolean).join(' · '),
              amount: owed,
              href: address.href(`/students/${id}/fees`),
            }))}
          />
        </Card>
      </div>
    </>
  );
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** What fell due against what came in. */
function Weeks({ weeks, currency }: { weeks: Week[]; currency: string }) {
  return (
    <Card title="Expected and collected by week" tour="money-weeks">
      <PairedBars
        caption="Expected and collected by week"
        names={['Expected', 'Collected']}
        currency={currency}
        rows={weeks.map(({ week, expected, collected: came }) => ({
          key: week,
          // Twelve weeks: the year says nothing.
          label: dateText(week).replace(/ \d{4}$/, ''),
          amounts: [expected, came],
        }))}
      />
    </Card>
  );
}

interface OutstandingProps {
  overview: Pick<MoneyOverview, 'ages' | 'classes' | 'fees' | 'currency'>;
  href: (path: string, more?: Record<string, string | number | null>) => string;
  /** The institution's term for a class. */
  word: string;
}

/** What is open by age, class or fee: the classes and fees with the largest amounts first. */
function Outstanding({ overview: { ages, classes: byClass, fees, currency }, href, word }: OutstandingProps) {
  const byAge = ageKeys.map((key) => ({
    key,
    label: ageLabels[key],
    amount: ages[key],
    href: href('/balances', key === 'notDue' ? {} : { state: 'overdue' }),
  }));
  const ofClasses = byClass.map((row) => ({
    key: String(row.id),
    label: row.name ?? `Without ${word.toLowerCase()}`,
    amount: sumOfAges(row),
    href: row.id ? href('/balances', { class: row.id }) : undefined,
  }));
  const ofFees = fees.map((row) => ({
    key: String(row.id),
    label: row.name ?? 'Other invoices',
    amount: sumOfAges(row),
    href: row.id ? href('/invoices', { fee: row.id }) : href('/invoices'),
  }));
  const tab = (id: string, label: string, head: string, rows: typeof ofClasses) => ({
    id,
    label,
    panel: (
      <div className={classes.panel}>
        {rows.length === 0 && 'Nobody owes anything.'}
        <Bars caption={`Outstanding ${label.toLowerCase()}`} head={head} currency={currency} rows={rows} />
      </div>
    ),
  });
  return (
    <Card title="Outstanding" flush tour="money-ages">
      <PanelTabs
        label="Outstanding"
        tabs={[
          tab('by-age', 'By age', 'Days since due', byAge),
          tab('by-class', `By ${word.toLowerCase()}`, word, ofClasses),
          tab('by-fee', 'By fee', 'Fee', ofFees),
        ]}
      />
    </Card>
  );
}

interface MoneyWaitingProps {
  overview: Pick<MoneyOverview, 'waiting' | 'currency' | 'institutionId'>;
  href: (path: string, more?: Record<string, string | number | null>) => string;
}

/** What waits for a person; first of all, sums that differ from their rows. */
function MoneyWaiting({ overview: { waiting, currency, institutionId }, href }: MoneyWaitingProps) {
  const {
    reviews,
    suspense,
    suspenseAmount,
    cheques,
    chequeAmount,
    openDays,
    unapprovedDays,
    openDifferences,
    unseen,
    unseenAmount,
    differences,
    checkedAt,
  } = waiting;
  const items = [
    reviews > 0 && [`${countOf(reviews, 'online payment')} to review`, href('/online-payments/review')],
    suspense > 0 && [
      `${countOf(suspense, 'unidentified payment')}, ${money(suspenseAmount, currency)}`,
      href('/unidentified-payments'),
    ],
    cheques > 0 && [
      `${countOf(cheques, 'cheque')} to clear, ${money(chequeAmount, currency)}`,
      href('/payment_records', { status: 'pending', channel: 'cheque' }),
    ],
    unseen > 0 && [
      `${countOf(unseen, 'payment')} not seen at the bank, ${money(unseenAmount, currency)}`,
      href('/payment_records', { bank: 'not_seen' }),
    ],
    openDays > 0 && [`${countOf(openDays, 'cashier session')} not closed`, href('/cashier-days')],
    unapprovedDays > 0 && [`${countOf(unapprovedDays, 'closed session')} to approve`, href('/cashier-days')],
    openDifferences > 0 && [
      `${countOf(openDifferences, 'cashier difference')} to explain`,
      href('/cashier-differences', { state: 'open' }),
    ],
  ].filter((item) => item !== false) as [string, string][];
  return (
    <Card title="Waiting for you">
      <ul className={classes.list}>
        {differences !== null && differences > 0 && (
          <li role="alert">
            The books differ in {countOf(differences, 'place')} since{' '}
            <DateTimeText value={checkedAt} institutionId={institutionId} />. Tell your ICT administrator before you
            correct anything.
          </li>
        )}
        {items.map(([words, to]) => (
          <li key={to + words}>
            <Link href={to}>{words}</Link>
          </li>
        ))}
        {items.length === 0 && !differences && <li>Nothing.</li>}
        {differences === 0 && (
          <li>
            All totals matched the books on <DateTimeText value={checkedAt} institutionId={institutionId} />.
          </li>
        )}
      </ul>
    </Card>
  );
}
