import { countOf, phoneText } from '#ui/format.ts';
import type { FoundGuardian } from './use-guardians.ts';
import classes from './shared/guardians.module.css';

/** A list of guardians to choose from. */
export function FoundGuardians({
  label,
  rows,
  onChoose,
}: {
  label: string;
  rows: FoundGuardian[];
  onChoose: (one: FoundGuardian) => void;
}) {
  return (
    <ul className={classes.found} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onChoose(row)}>
            {row.name}
            <small>
              {[phoneText(row.number), row.children !== undefined && countOf(row.children, 'child', 'children')]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
