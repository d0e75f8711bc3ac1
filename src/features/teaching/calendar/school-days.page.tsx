import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { schoolDaysPage } from './calendar.routes.ts';
import { daysText, weekdayNames } from './shared/day-labels.ts';
import type { TermDays } from './week/edit-week.ts';
import classes from './school-days.module.css';

const names = (days: number[]) => days.map((day) => weekdayNames[day - 1]).join(', ') || 'None';

/** How often the school opens in each term of a session, and how that comes about. */
export default function SchoolDaysPage({ terms, week, can, ...of }: PropsOf<typeof schoolDaysPage>) {
  const { href } = useAddress();
  const weekHref = href(`/institutions/${of.institutionId}/school-week`);
  return (
    <>
      <PageHeader
        title="Times school opened"
        breadcrumbs={[{ label: 'Calendar', href: href('/calendar') }]}
        description={terms[0] && `${terms[0].session}. Morning and afternoon count as one time each.`}
        action={can.edit && <LinkButton href={weekHref}>Edit school week</LinkButton>}
      />
      <InstitutionSwitch institutionId={of.institutionId} institutions={of.institutions} />
      {terms.length === 0 && (
        <EmptyState title="No terms yet">
          School days are counted within terms. Add terms to the session first.
        </EmptyState>
      )}
      <div className={classes.terms}>
        {terms.map((term) => (
          <Term key={term.id} term={term} />
        ))}
        <Card title="School week">
          <DescriptionList
            columns={1}
            items={[
              ['School days', names(week.schoolWeekdays)],
              ['Half days', names(week.halfWeekdays)],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function Term({ term }: { term: TermDays }) {
  const whole = term.days - term.halfDays;
  return (
    <Card
      title={
        <>
          {term.name} {term.isCurrent && <Badge tone="gold">Current</Badge>}
        </>
      }
    >
      <p className={classes.figure}>
        <b>{countOf(term.opened, 'time', 'times')}</b>
        <span>{daysText(term.startsOn, term.endsOn)}</span>
        {term.isCurrent && <span>{count(term.openedSoFar)} until today</span>}
      </p>
      <table className={classes.sum}>
        <caption className="visually-hidden">How the times of {term.name} are counted</caption>
        <tbody>
          <Row label="Days of the school week" value={term.ordinary} />
          {term.holidays.map(({ title, days }) => (
            <Row key={title} label={title} value={-days} isPart />
          ))}
          {term.closed > 0 && <Row label="Without school" value={-term.closed} />}
          {term.extra > 0 && <Row label="Extra school days" value={term.extra} />}
          <Row label="School days" value={term.days} isSum />
          <Row label={`${countOf(whole, 'whole day')}, twice each`} value={whole * 2} />
          {term.halfDays > 0 && <Row label={countOf(term.halfDays, 'half day')} value={term.halfDays} />}
          <Row label="Times school opened" value={term.opened} isSum />
        </tbody>
      </table>
    </Card>
  );
}

interface RowProps {
  label: string;
  value: number;
  isSum?: boolean;
  /** What the next row sums up. */
  isPart?: boolean;
}

const Row = ({ label, value, isSum, isPart }: RowProps) => (
  <tr className={isSum ? classes.total : isPart ? classes.part : undefined}>
    <th scope="row">{label}</th>
    <td>{value < 0 ? `−${count(-value)}` : count(value)}</td>
  </tr>
);
