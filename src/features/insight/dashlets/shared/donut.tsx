import { Link } from '#ui/link.tsx';
import { useId } from 'react';
import type { DashletPoint } from '#kernel/contracts/dashlet.ts';
import { count } from '#ui/format.ts';
import { MarkKey, MarkPatterns, patternOf } from './mark-patterns.tsx';
import { partsOf, ringOf } from './ring.ts';
import { sum } from './sum.ts';
import classes from './dashlets.module.css';

interface Props {
  label: string;
  points: (Omit<DashletPoint, 'href'> & { href: string | undefined })[];
}

/** Shares of a whole. The list beside it says the same in words and numbers. */
export function Donut({ label, points }: Props) {
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
