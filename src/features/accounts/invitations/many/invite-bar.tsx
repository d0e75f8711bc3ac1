import { lazy, Suspense, type ReactNode } from 'react';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { MessagePeople } from '#features/people/list/message-people.tsx';

// Loaded once a row is selected.
const InviteMany = lazy(() => import('./invite-many.tsx').then((module) => ({ default: module.InviteMany })));

interface InviteBarProps {
  people: 'guardians' | 'employees';
  selection: { ids: number[]; selectAll: ReactNode; clear(): void };
  list: { filter: object; total?: number; can: { message?: boolean } };
}

/** The bulk bar of people who can be invited and messaged. */
export function InviteBar({ people, selection: { ids, selectAll, clear }, list }: InviteBarProps) {
  const { filter, total, can } = list;
  return (
    <BulkBar count={ids.length} onClear={clear}>
      {selectAll}
      {can.message && <MessagePeople {...{ people, ids, filter, total }} />}
      {ids.length > 0 && (
        <Suspense>
          <InviteMany people={people} ids={ids} />
        </Suspense>
      )}
    </BulkBar>
  );
}
