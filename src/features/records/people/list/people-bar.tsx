import type { ReactNode } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { MessagePeople, useMessageHref } from './people-page.tsx';

interface PeopleBarProps {
  people: 'guardians' | 'employees';
  selection: { ids: number[]; selectAll: ReactNode; clear(): void };
  list: { filter: object; total?: number; can: { message?: boolean } };
  /** A further action on the selected people, who can then be selected on all pages. */
  children?: ReactNode;
}

/** The bulk bar of people who can be written to. */
export function PeopleBar({ people, selection: { ids, selectAll, clear }, list, children }: PeopleBarProps) {
  const { filter, total, can } = list;
  const messageHref = useMessageHref(people, filter);
  return (
    <BulkBar count={ids.length} onClear={clear}>
      {children && selectAll}
      {can.message && <MessagePeople people={people} ids={ids} filter={filter} total={total} />}
      {children ||
        (selectAll && total !== undefined && (
          <LinkButton href={messageHref(null)}>Message all {count(total)}</LinkButton>
        ))}
    </BulkBar>
  );
}
