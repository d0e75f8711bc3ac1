import { Link } from '@inertiajs/react';
import { count } from '#ui/format.ts';
import { sum } from './sum.ts';
import classes from './dashlets.module.css';

interface Props {
  label: string;
  points: { label: string; value: number; shown?: string | undefined; href?: string | undefined }[];
}

const round = 100;

/** Shares of a whole. The list beside it says the same in words and numbers. */
export function Donut({ label, points }: Props) {
  const all = sum(points);
  const lengthOf = (some: { value: number }[]) => (all ? (sum(some) / all) * round : 0);
  const arcs = points.map((point, at) => ({ start: lengthOf(points.slice(0, at)), length: lengthOf([point]) }));
  return (
    <div className={classes.donut}>
      <svg viewBox="0 0 42 42" aria-hidden>
        <circle cx="21" cy="21" r="15.915" className={classes.ring} />
        {arcs.map((arc, at) => (
          <circle
            key={points[at]!.label}
            cx="21"
            cy="21"
            r="15.915"
            data-series={at % 6}
            strokeDasharray={`${Math.max(0, arc.length - (points.length > 1 ? 0.8 : 0))} ${round}`}
            strokeDashoffset={25 - arc.start}
          />
        ))}
        <text x="21" y="21">
          {count(all)}
        </text>
      </svg>
      <ul aria-label={label}>
        {points.map(({ label: name, value, shown, href }, at) => (
          <li key={name}>
            <i data-series={at % 6} aria-hidden />
            <span>{href && value > 0 ? <Link href={href}>{name}</Link> : name}</span>
            <b>{shown ?? count(value)}</b>
            <small>{all ? `${Math.round((value / all) * 100)}%` : ''}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
