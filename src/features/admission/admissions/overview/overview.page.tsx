import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import type { admissionPage, AdmissionPageProps } from './overview.routes.ts';
import { sentIn } from '../shared/sent-in.ts';
import admissions from '../shared/admissions.module.css';
import { count, countOf, dateText } from '#ui/format.ts';
import { Link } from '#ui/link.tsx';
import classes from './overview.module.css';

/** How admission stands: each figure opens the rows behind it. */
export default function OverviewPage({ overview, pins, session }: PropsOf<typeof admissionPage>) {
  const address = useAddress();
  const list = (params: object = {}) =>
    address.href('/applications', { ...(session && { session: String(session) }), ...params });
  const states = (Object.keys(applicationStates) as ApplicationState[]).filter((state) => overview.states[state]);
  return (
    <>
      <PageHeader title="Admission" />
      {overview.sessions.length > 1 && (
        <div className={classes.filter}>
          <FilterBar
            filters={[{ key: 'session', label: 'Session', pinned: true, value: session, options: overview.sessions }]}
          />
        </div>
      )}
      {overview.programs.length === 0 ? (
        <EmptyState
          title="No intakes yet"
          action={<LinkButton href={address.href('/intakes')}>Go to intakes</LinkButton>}
        >
          Once an intake is published and people apply, their applications are counted here.
        </EmptyState>
      ) : (
        <div className={classes.grid}>
          <Card title="Applications by status" tour="admission-states">
            <CountBars
              caption="Applications by status"
              rows={states.map((state) => ({
                key: state,
                label: applicationStates[state],
                value: overview.states[state] ?? 0,
                href: list({ status: state }),
              }))}
            />
          </Card>
          <Card title="Admissions funnel" tour="admission-funnel">
            <CountBars caption="Admissions funnel" rows={funnelOf({ overview, pins, session }, list)} />
          </Card>
          <div className={classes.wide}>
            <Card title="Applications in the last 30 days">
              <DayColumns days={overview.days} hrefOf={(from, to) => list({ sent_from: from, sent_to: to })} />
            </Card>
          </div>
          <Card title="Seats and offers by programme" flush tour="admission-seats">
            <ProgramSeats programs={overview.programs} list={list} />
          </Card>
          {pins && pins.length > 0 && (
            <Card title="Registration pins in stock" action={<Link href={address.href('/pins')}>Pins</Link>}>
              <CountBars
                caption="Registration pins in stock"
                rows={pins.map(({ id, name, available, reserved, sold }) => ({
                  key: String(id),
                  label: name,
                  value: available,
                  href: address.href('/pins', { kind: String(id) }),
                  hint: `${count(sold)} sold${reserved ? `, ${count(reserved)} reserved` : ''}`,
                }))}
              />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

/** The steps from a sold pin to a student. Pins are counted for all sessions. */
function funnelOf({ overview, pins, session }: AdmissionPageProps, list: (params?: object) => string) {
  const { states, drafts } = overview;
  const sum = (...of: ApplicationState[]) => of.reduce((total, state) => total + (states[state] ?? 0), 0);
  const sent = sentIn(states);
  const sold = (pins ?? []).reduce((total, each) => total + each.sold + each.used, 0);
  const step = (key: string, label: string, value: number, href?: string) => ({ key, label, value, href });
  return [
    ...(pins && session === null ? [step('pins', 'Pins sold', sold)] : []),
    step('started', 'Started', drafts + sent),
    step('sent', 'Sent', sent, list()),
    step(
      'offered',
      'Offered',
      sum('offered', 'accepted', 'admitted'),
      list({ status: ['offered', 'accepted', 'admitted'] }),
    ),
    step('accepted', 'Accepted', sum('accepted', 'admitted'), list({ status: ['accepted', 'admitted'] })),
    step('admitted', 'Admitted', sum('admitted'), list({ status: 'admitted' })),
  ];
}

const ProgramSeats = ({
  programs,
  list,
}: {
  programs: AdmissionPageProps['overview']['programs'];
  list: (params?: object) => string;
}) => (
  <table className={admissions.table}>
    <thead>
      <tr>
        <th scope="col">Programme</th>
        <th scope="col" className={admissions.figure}>
          Sent
        </th>
        <th scope="col">Offered of seats</th>
      </tr>
    </thead>
    <tbody>
      {programs.map(({ id, name, seats, taken, sent }) => (
        <tr key={id}>
          <th scope="row">
            <Link href={list({ program: String(id) })}>{name}</Link>
          </th>
          <td className={admissions.figure}>{count(sent)}</td>
          <td>
            <Link href={list({ program: String(id), status: ['offered', 'accepted', 'admitted'] })}>
              {seats === null ? `${count(taken)}, no limit` : <FillBar label="Seats" value={taken} max={seats} />}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface CountBar {
  key: string;
  label: string;
  value: number;
  href?: string | undefined;
  hint?: string | undefined;
}

/** Counts as a table with a bar in each row, for eyes and screen readers alike. */
function CountBars({ caption, rows }: { caption: string; rows: CountBar[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className={classes.bars}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {rows.map(({ key, label, value, href, hint }) => (
          <tr key={key}>
            <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
            <td className={classes.line}>
              <span className={classes.track} aria-hidden>
                <span style={{ inlineSize: `${(value / most) * 100}%` }} />
              </span>
              <span className={classes.figure}>
                {count(value)} {hint && <span className="ink-3">· {hint}</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayColumnsProps {
  days: { day: string; count: number }[];
  hrefOf: (from: string, to: string) => string;
}

interface Span {
  from: string;
  to: string;
  count: number;
}

/** A column for each day, or for each week where a day’s would be hard to hit, each a link to its applications. */
function DayColumns({ days, hrefOf }: DayColumnsProps) {
  const daily = days.map(({ day, count }) => ({ from: day, to: day, count }));
  return (
    <div className={classes.columns}>
      <Columns className={classes.daily!} spans={daily} most="most on one day" hrefOf={hrefOf} />
      <Columns className={classes.weekly!} spans={weeksOf(days)} most="most in one week" hrefOf={hrefOf} />
    </div>
  );
}

interface ColumnsProps extends Pick<DayColumnsProps, 'hrefOf'> {
  className: string;
  spans: Span[];
  most: string;
}

function Columns({ className, spans, most, hrefOf }: ColumnsProps) {
  const highest = Math.max(...spans.map(({ count }) => count));
  return (
    <figure className={`${classes.days} ${className}`}>
      <ol>
        {spans.map(({ from, to, count }) => {
          const words = `${from === to ? short(from) : `${short(from)} to ${short(to)}`}: ${countOf(count, 'application')}`;
          return (
            <li key={from} data-tooltip={words}>
              {count > 0 ? (
                <Link href={hrefOf(from, to)} aria-label={words}>
                  <span style={{ blockSize: `${Math.max(4, (count / highest) * 100)}%` }} />
                </Link>
              ) : (
                <span className={classes.blank} role="img" aria-label={words} />
              )}
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>{short(spans[0]!.from)}</span>
        <span>
          {most}: {highest}
        </span>
        <span>{short(spans.at(-1)!.to)}</span>
      </figcaption>
    </figure>
  );
}

/** The last one is whole, so that it compares with those before it. */
function weeksOf(days: DayColumnsProps['days']): Span[] {
  const weeks: Span[] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const count = week.reduce((sum, each) => sum + each.count, 0);
    weeks.unshift({ from: week[0]!.day, to: week.at(-1)!.day, count });
  }
  return weeks;
}

const short = (day: string) => dateText(day).replace(/ \d{4}$/, '');
