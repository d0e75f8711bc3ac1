import { IconButton } from '#ui/button.tsx';
import { IconArrowDown, IconArrowUp } from '#ui/icons.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { ClassRow } from './classes.queries.ts';
import { deleteItem, post } from '../shared/actions.ts';

/** Moves a class in its program. */
export function ClassOrder({ row, all, isMore }: { row: ClassRow; all: ClassRow[]; isMore: boolean }) {
  const siblings = all.filter((level) => level.programId === row.programId);
  const at = siblings.findIndex((level) => level.id === row.id);
  return (
    <>
      <IconButton
        small
        label={`Move ${row.name} up`}
        disabled={at === 0}
        onClick={() => post(`/classes/${row.id}/move`, { direction: 'up' })}
      >
        <IconArrowUp size={16} />
      </IconButton>
      <IconButton
        small
        label={`Move ${row.name} down`}
        disabled={at === siblings.length - 1 && !(isMore && all.at(-1) === row)}
        onClick={() => post(`/classes/${row.id}/move`, { direction: 'down' })}
      >
        <IconArrowDown size={16} />
      </IconButton>
    </>
  );
}

export function ClassActions({ row, word }: { row: ClassRow; word: string }) {
  const address = useAddress();
  return (
    <Menu
      label={`Actions for ${row.name}`}
      items={[
        { label: 'Edit', href: address.href(`/classes/${row.id}/edit`) },
        deleteItem(`/classes/${row.id}`, row.name, word.toLowerCase()),
      ]}
    />
  );
}
