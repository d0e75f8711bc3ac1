import { count } from './format.ts';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** Undefined: it has begun, its length is not known yet. */
  value?: number;
  max: number;
}

/** How far a long task is, in a bar and in figures. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <div className={classes.progress}>
      <div className={classes.words}>
        <span>{label}</span>
        {value !== undefined && (
          <span className="tabular">
            {count(value)} of {count(max)}
          </span>
        )}
      </div>
      <progress aria-label={label} value={value} max={max} />
    </div>
  );
}
