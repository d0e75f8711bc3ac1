import { Link } from '../link.tsx';
import { cx } from '../cx.ts';
import classes from './line-chart.module.css';

interface LinePoint {
  key: string;
  /** Below the point; two lines at most. */
  label: string;
  below?: string;
  value: number;
  /** As it is written. */
  shown: string;
  /** Where the figure leads. */
  href?: string;
}

interface Props {
  /** What is drawn, read instead of the picture: the figures are in a table beside it. */
  label: string;
  points: LinePoint[];
  low: number;
  high: number;
}

const ticks = 4;
/** For more points there is no room to write at each. */
const mostWritten = 16;

/** How a figure went over terms: a line with its values written beside the points, so that it needs no colour. */
export function LineChart({ label, points, low, high }: Props) {
  const left = (at: number) => ((at + 0.5) / points.length) * 100;
  const top = (value: number) => 100 - ((value - low) / (high - low || 1)) * 100;
  const lines = Array.from({ length: ticks + 1 }, (_, at) => low + ((high - low) / ticks) * at);
  const step = Math.ceil(points.length / 12);
  const every = Math.ceil(points.length / mostWritten);
  const isWritten = (at: number) => (points.length - 1 - at) % every === 0;
  const leads = points.some(({ href }) => href);
  const said = points.map(wordsOf).join('; ');
  return (
    <figure
      className={classes.chart}
      role={leads ? 'group' : 'img'}
      aria-label={leads ? label : `${label}. ${said}`}
      style={{ minWidth: Math.min(points.length, mostWritten) * 34 }}
    >
      <div className={classes.plot} aria-hidden={leads ? undefined : true}>
        {lines.map((line) => (
          <span className={classes.line} style={{ top: `${top(line)}%` }} key={line} aria-hidden>
            {Math.round(line * 100) / 100}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={points.map(({ value }, at) => `${left(at)},${top(value)}`).join(' ')} />
        </svg>
        {points.map((point, at) => {
          const place = { left: `${left(at)}%`, top: `${top(point.value)}%` };
          const shown = isWritten(at) && <b>{point.shown}</b>;
          return point.href ? (
            <Link
              className={classes.point}
              style={place}
              href={point.href}
              preserveScroll
              aria-label={wordsOf(point)}
              key={point.key}
            >
              {shown}
            </Link>
          ) : (
            <span className={classes.point} style={place} key={point.key}>
              {shown}
            </span>
          );
        })}
      </div>
      <div className={cx(classes.labels, step > 1 && classes.sparse)} aria-hidden>
        {points.map(({ key, label: name, below }, at) => (
          <span key={key}>{at % step === 0 && [name, below && <small key="below">{below}</small>]}</span>
        ))}
      </div>
    </figure>
  );
}

const wordsOf = ({ label, below, shown }: LinePoint) => `${label}${below ? `, ${below}` : ''}: ${shown}`;
