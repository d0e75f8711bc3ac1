import { lazy, Suspense, useId } from 'react';
import type { DashletContent } from '../dashlets.ts';
import classes from './dashlets.module.css';
import { Link } from '#ui/link.tsx';
import type { DashletPoint, DashletView as View } from '#kernel/contracts/dashlet.ts';
import { CountBars } from '#ui/charts/count-bars.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { count, dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { SeriesBars, MarkKey, MarkPatterns, patternOf } from './series-bars.tsx';
import { partsOf, ringOf, sum } from './ring.ts';

// Most homes have no graph, whose charts are the largest part of one.
const GraphOnCard = lazy(() => import('#features/insight/reports/graphs/shared/graph-on-card.tsx'));

/** What a dashlet shows, or why it shows nothing. */
export function LoadedView({
  label,
  loaded,
  institutionId,
}: {
  label: string;
  loaded: DashletContent;
  institutionId: number;
}) {
  if (loaded.state === 'shown') return <DashletView label={label} view={loaded.view} />;
  if (loaded.state !== 'drawn') return <p className="ink-3">{loaded.message}</p>;
  return (
    <Suspense fallback={<p className="ink-3">Loading…</p>}>
      <GraphOnCard label={label} drawing={loaded.drawing} institutionId={institutionId} />
    </Suspense>
  );
}

/** Draws what a dashlet shows. The one place that knows the charts. */
function DashletView({ label, view }: { label: string; view: View }) {
  const { href } = useAddress();
  const withLinks = (points: DashletPoint[]) =>
    points.map((point) => ({ ...point, href: point.href && href(point.href) }));
  if (view.as === 'figure') return <Figure view={view} />;
  if (view.as === 'calendar')
    return view.days.length ? <DayGrid label={label} days={view.days} /> : <p className="ink-3">No days yet.</p>;
  if (view.points.length === 0) return <p className="ink-3">Nothing yet.</p>;
  const points = withLinks(view.points);
  const hint = view.hint && <p className={classes.hint}>{view.hint}</p>;
  return (
    <>
      {view.as === 'list' && <PointList points={points} />}
      {view.as === 'bars' && <Bars label={label} points={points} full={view.full} />}
      {view.as === 'donut' && <Donut label={label} points={points} />}
      {view.as === 'line' && <Line label={label} points={points} />}
      {hint}
    </>
  );
}

type Linked = Omit<DashletPoint, 'href'> & { href: string | undefined };

function Figure({ view }: { view: Extract<View, { as: 'figure' }> }) {
  const { href } = useAddress();
  const { value, shown, hint, trend } = view;
  const figure = shown ?? count(value);
  return (
    <div>
      <p className={classes.number}>
        {view.href ? (
          <Link className={classes.figure} href={href(view.href)}>
            {figure}
          </Link>
        ) : (
          figure
        )}
      </p>
      {trend && (
        <p className={classes.trend} data-tone={trend.tone}>
          {trend.label}
        </p>
      )}
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

function PointList({ points }: { points: Linked[] }) {
  return (
    <ul className={classes.rows}>
      {points.map(({ label, value, shown, hint, href }, at) => (
        <li key={`${label} ${at}`}>
          <span>
            {href ? <Link href={href}>{label}</Link> : label}
            {hint && <small>{hint}</small>}
          </span>
          <span>{shown ?? count(value)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Money and other written values have no share of a whole, so they are written beside their bars as they are. */
function Bars({ label, points, full }: { label: string; points: Linked[]; full?: number | undefined }) {
  if (points.some(({ series, shown }) => series !== undefined || shown !== undefined))
    return <SeriesBars label={label} points={points} full={full} />;
  return (
    <CountBars
      caption={label}
      head="Group"
      rows={points.map(({ label: name, value, href }) => ({ label: name, value, ...(href && { href }) }))}
    />
  );
}

function Line({ label, points }: { label: string; points: Linked[] }) {
  // Lines at whole numbers.
  const high = Math.max(4, Math.ceil(Math.max(...points.map(({ value }) => value)) / 4) * 4);
  // The latest points first, where there is no room for all.
  const showEnd = (element: HTMLElement | null) => element?.scrollTo({ left: element.scrollWidth });
  return (
    // Scrolled by keyboard where the card is narrower than its points.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={showEnd} className={classes.scroll} tabIndex={0} role="group" aria-label={`${label}, chart`}>
      <LineChart
        label={label}
        low={0}
        high={high}
        points={points.map(({ label: name, value, shown, href }, at) => ({
          key: String(at),
          label: name,
          value,
          shown: shown ?? count(value),
          ...(href && { href }),
        }))}
      />
    </div>
  );
}

interface Props {
  label: string;
  points: (Omit<DashletPoint, 'href'> & { href: string | undefined })[];
}

/** Shares of a whole. The list beside it says the same in words and numbers. */
function Donut({ label, points }: Props) {
  const scope = useId();
  const parts = partsOf(points);
  const all = sum(parts);
  return (
    <div className={classes.donut}>
      <svg viewBox="-21 -21 42 42" aria-hidden>
        <MarkPatterns scope={scope} />
        {all === 0 && <circle r="17" className={classes.ring} />}
        {ringOf(parts.map(({ value }) => value)).map(
          (outline, at) =>
            outline && (
              <g key={parts[at]!.label} data-series={at}>
                <path d={outline} />
                <path d={outline} style={{ fill: patternOf(scope, at) ?? 'none' }} className={classes.edge} />
              </g>
            ),
        )}
        <text>{count(all)}</text>
      </svg>
      <ul aria-label={label}>
        {parts.map(({ label: name, value, shown, hint, href }, at) => (
          <li key={name}>
            <MarkKey series={at} />
            <span>
              {href && value > 0 ? <Link href={href}>{name}</Link> : name}
              {hint && <small>{hint}</small>}
            </span>
            <b>{shown ?? count(value)}</b>
            <i>{all ? `${Math.round((value / all) * 100)}%` : ''}</i>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Day {
  day: string;
  label: string;
  href?: string;
}

/** Days with what is on them: squares of their month for eyes, a list for everybody. */
function DayGrid({ label, days }: { label: string; days: Day[] }) {
  const { href } = useAddress();
  const month = days[0]!.day.slice(0, 7);
  const marked = new Set(days.map(({ day }) => day));
  return (
    <div className={classes.days}>
      {days.every(({ day }) => day.startsWith(month)) && <Month month={month} marked={marked} />}
      <ul className={classes.rows} aria-label={label}>
        {days.map((one, at) => (
          <li key={`${one.day} ${at}`}>
            <span>{one.href ? <Link href={href(one.href)}>{one.label}</Link> : one.label}</span>
            <span>{dateText(one.day).replace(/ \d{4}$/, '')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Weeks begin on Monday. */
function Month({ month, marked }: { month: string; marked: ReadonlySet<string> }) {
  const [year, at] = month.split('-').map(Number) as [number, number];
  const length = new Date(Date.UTC(year, at, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, at - 1, 1)).getUTCDay() + 6) % 7;
  return (
    <div className={classes.month} aria-hidden>
      {Array.from({ length: before }, (_, empty) => (
        <i key={`empty ${empty}`} />
      ))}
      {Array.from({ length }, (_, index) => {
        const day = `${month}-${String(index + 1).padStart(2, '0')}`;
        return (
          <i key={day} data-marked={marked.has(day) || undefined}>
            {index + 1}
          </i>
        );
      })}
    </div>
  );
}
