import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { StudentProfileProps } from '../students.pages.ts';
import classes from './history-tab.module.css';

/** Who changed what, from and to. */
export function HistoryTab({ history = [] }: StudentProfileProps) {
  if (history.length === 0)
    return (
      <EmptyState title="Nothing has changed yet">
        Changes of this record appear here with name, time and values.
      </EmptyState>
    );
  return (
    <Card>
      <ol className={classes.entries}>
        {history.map((entry) => (
          <li key={entry.id}>
            <div>
              <b>{entry.person}</b> {entry.summary}
            </div>
            <Secondary>
              <DateTimeText value={String(entry.at)} />
            </Secondary>
            <Changes details={entry.details} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Changes({ details }: { details: Record<string, unknown> }) {
  const changes = Object.entries((details.changes ?? {}) as Record<string, { from: unknown; to: unknown }>);
  const reason = typeof details.reason === 'string' ? details.reason : null;
  if (changes.length === 0 && !reason) return null;
  return (
    <ul className={classes.changes}>
      {changes.map(([field, { from, to }]) => (
        <li key={field}>
          {inWords(field)}: {value(from)} → {value(to)}
        </li>
      ))}
      {reason && <li>Reason: {reason}</li>}
    </ul>
  );
}

const value = (it: unknown) => (it === null || it === undefined || it === '' ? 'empty' : String(it));
/** Names of columns in words; an own field bears the words that the school gave it. */
const inWords = (field: string) => (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(field) ? columnWords(field) : field);
const columnWords = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
