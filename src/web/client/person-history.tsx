import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import classes from './person-history.module.css';

interface Entry {
  id: number;
  at: Date | string;
  person: string;
  summary: string;
  details: Record<string, unknown>;
}

/** Who changed what of a person's record, from and to. */
export function PersonHistory({ entries }: { entries: Entry[] }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing has changed yet">
        Changes of this record appear here with name, time and values.
      </EmptyState>
    );
  return (
    <Card>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <div>
              <b>{entry.person}</b> {entry.summary}
            </div>
            <Secondary>
              <DateTimeText value={String(entry.at)} />
            </Secondary>
            <Details details={entry.details} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Details({ details }: { details: Record<string, unknown> }) {
  const changes = Object.entries((details['changes'] ?? {}) as Record<string, { from: unknown; to: unknown }>);
  const lines = [
    ...changes.map(([field, { from, to }]) => `${inWords(field)}: ${value(from)} → ${value(to)}`),
    typeof details['reason'] === 'string' && `Reason: ${details['reason']}`,
    listOf('Roles', details['roles']),
    listOf('Given up', details['givenUp']),
  ].filter((one) => typeof one === 'string');
  if (lines.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {lines.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

const listOf = (label: string, all: unknown) => Array.isArray(all) && all.length > 0 && `${label}: ${all.join(', ')}`;

function value(it: unknown): string {
  if (it === null || it === undefined || it === '') return 'empty';
  return typeof it === 'boolean' ? (it ? 'yes' : 'no') : String(it);
}

/** Names of columns in words; an own field bears the words that the school gave it. */
const inWords = (field: string) => (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(field) ? columnWords(field) : field);
const columnWords = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
