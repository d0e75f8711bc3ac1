import { count } from '../format.ts';
import classes from './fill-bar.module.css';

interface FillBarProps {
  /** The accessible name. */
  label: string;
  value: number;
  max: number;
  /** Full is what is wanted, as of work to be done; otherwise it leaves no room. */
  isGoal?: boolean;
}

/** A fill level as numbers and a bar: '38 of 40'. */
export function FillBar({ label, value, max, isGoal }: FillBarProps) {
  const state = isGoal ? undefined : value > max ? 'over' : value === max ? 'full' : undefined;
  return (
    <span className={classes.fill} data-state={state}>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${Math.min(100, max ? (value / max) * 100 : 0)}%` }} />
      </span>
      <span className="tabular">
        <span className="visually-hidden">{label}: </span>
        {count(value)} <span className="ink-3">of {count(max)}</span>
        {state === 'full' && <span className="ink-3">, full</span>}
      </span>
    </span>
  );
}
