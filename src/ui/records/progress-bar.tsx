import { count } from '../format.ts';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** Undefined if not known yet. */
  value?: number;
  max: number;
}

/** The progress of a task, as a bar and numbers. */
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
