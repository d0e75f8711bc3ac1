import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { GuardianProfileProps } from '../guardians.pages.ts';

/** Who changed what, from and to. */
export function History({ entries }: { entries: NonNullable<GuardianProfileProps['history']> }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing has changed yet">
        Changes of this record appear here with name, time and values.
      </EmptyState>
    );
  return (
    <Card>
      <ol style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <li key={entry.id} style={{ padding: '10px 0', borderBottom: '1px solid var(--line)' }}>
            <div>
              <b>{entry.person}</b> {entry.summary}
            </div>
            <Secondary>
              <DateTimeText value={String(entry.at)} />
            </Secondary>
            <Changes changes={(entry.details['changes'] ?? {}) as Changed} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

type Changed = Record<string, { from: unknown; to: unknown }>;

function Changes({ changes }: { changes: Changed }) {
  const rows = Object.entries(changes);
  if (rows.length === 0) return null;
  return (
    <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
      {rows.map(([field, { from, to }]) => (
        <li key={field}>
          {inWords(field)}: {value(from)} → {value(to)}
        </li>
      ))}
    </ul>
  );
}

const value = (it: unknown) => (typeof it === 'boolean' ? (it ? 'yes' : 'no') : ((it as string | null) ?? 'empty'));
const inWords = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
