import { dateTimeText } from '#ui/format.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Correction } from './corrections.queries.ts';
import type { ShownRow } from '../shared/register-rows.ts';
import classes from './register-page.module.css';
import { markWords } from '../shared/mark-words.ts';

interface CorrectionsProps {
  corrections: readonly Correction[];
  rows: readonly ShownRow[];
  codes: readonly Code[];
}

/** What was changed after the day, and why. */
export function Corrections({ corrections, rows, codes }: CorrectionsProps) {
  if (corrections.length === 0) return null;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <section className={classes.corrections}>
      <h2>Corrected after the day</h2>
      <ul>
        {corrections.map(({ id, studentId, before, after, reason, by, at }) => (
          <li key={id}>
            <b>{names.get(studentId) ?? 'A former student'}</b>: {markWords(before, codes)} → {markWords(after, codes)}.{' '}
            “{reason}” {by ?? 'Somebody'}, {dateTimeText(at)}
          </li>
        ))}
      </ul>
    </section>
  );
}
