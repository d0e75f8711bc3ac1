import { Link } from '#ui/link.tsx';
import type { DashletPoint, DashletView as View } from '#kernel/contracts/dashlet.ts';
import { CountBars } from '#ui/charts/count-bars.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DayGrid } from './day-grid.tsx';
import { Donut } from './donut.tsx';
import { SeriesBars } from './series-bars.tsx';
import classes from './dashlets.module.css';

/** Draws what a dashlet shows. The one place that knows the charts. */
export function DashletView({ label, view }: { label: string; view: View }) {
  const { href } = useAddress();
  const withLinks = (points: DashletPoint[]) =>
    points.map((point) => ({ ...point, href: point.href && href(point.href) }));
  if (view.as === 'figure') return <Figure view={view} />;
  if (view.as === 'calendar')
    return view.days.length ? <DayGrid label={label} days={view.days} /> : <p className={classes.none}>No days yet.</p>;
  if (view.points.length === 0) return <p className={classes.none}>Nothing yet.</p>;
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
