import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { dateText } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import classes from './profile-history.module.css';

interface Entry {
  id: number;
  at: Date | string;
  person: string;
  summary: string;
  details: Record<string, unknown>;
}

/** The changes to a person's record, each with both values. */
export function ProfileHistory({ history, older }: { history: Entry[]; older: string | null }) {
  const { rows, more, loading } = useMoreRows({ rows: history, next: older }, ['history', 'older']);
  if (rows.length === 0)
    return (
      <EmptyState title="No changes yet">
        Changes to this record appear here with the person, the time and the values.
      </EmptyState>
    );
  return (
    <Card>
      <ol className={classes.entries}>
        {rows.map((entry) => (
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
      {more && (
        <Button onClick={more} loading={loading}>
          Load more
        </Button>
      )}
    </Card>
  );
}

function Details({ details }: { details: Record<string, unknown> }) {
  const changes = Object.entries((details['changes'] ?? {}) as Record<string, { from: unknown; to: unknown }>);
  const lines = [
    ...changes.map(([field, { from, to }]) => `${inWords(field)}: ${change(from, to)}`),
    typeof details['reason'] === 'string' && `Reason: ${details['reason']}`,
    listOf('Roles', details['roles']),
    listOf('Handed over', details['givenUp']),
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

/** Hidden values are mentioned once. */
const change = (from: unknown, to: unknown) =>
  from === 'not shown' ? 'changed, values not shown' : `${value(from)} → ${value(to)}`;

function value(it: unknown): string {
  if (it === null || it === undefined || it === '') return 'empty';
  if (typeof it === 'boolean') return it ? 'yes' : 'no';
  if (Array.isArray(it)) return it.map(value).join(', ') || 'empty';
  return (/^\d{4}-\d{2}-\d{2}$/.test(String(it)) && dateText(String(it))) || String(it);
}

const words: Record<string, string> = { lgaId: 'LGA', stateName: 'State', email: 'E-mail' };
/** Labels of columns; custom fields use the school's labels. */
const inWords = (field: string) =>
  words[field] ?? (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(field) ? columnWords(field) : field);
const columnWords = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
