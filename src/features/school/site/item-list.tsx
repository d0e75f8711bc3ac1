import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';
import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { ListName } from './lists.ts';
import classes from './shared/site.module.css';

interface Item {
  id: number;
  title: string;
  note?: string | null;
  isShown: boolean;
}

interface ItemListProps<Row extends Item> {
  institutionId: number;
  list: ListName;
  label: string;
  /** The noun for one item, and the path of its routes. */
  noun: string;
  at: string;
  rows: Row[];
  /** A picture or icon before the title. */
  before?: (row: Row) => ReactNode;
  badge?: (row: Row) => ReactNode;
  more?: (row: Row) => MenuItem[];
  /** Labels for visible and hidden rows. */
  words?: { hidden: string; show: string; hide: string };
  /** The page prop with the rows. */
  prop: string;
}

const defaultLabels = { hidden: 'Hidden', show: 'Show', hide: 'Hide' };

/** A sortable list of rows with actions. */
export function ItemList<Row extends Item>(props: ItemListProps<Row>) {
  const { institutionId, list, label, noun, at, rows, before, badge, more, words = defaultLabels, prop } = props;
  const address = useAddress();
  const save = async (ids: number[]) => {
    try {
      await remote('post', '/site/order', { institutionId, list, ids });
      return true;
    } catch (error) {
      toast({ tone: 'bad', message: `The order was not saved. ${explain(error).message}` });
      return false;
    }
  };
  const remove = (row: Row) =>
    askThenPost(`${at}/${row.id}/delete`, {
      title: `Delete ${row.title}?`,
      body: `This can’t be undone. To keep the ${noun} for later, hide it instead.`,
      action: `Delete ${noun}`,
      tone: 'bad',
    });
  return (
    <SortList
      label={label}
      rows={rows}
      nameOf={(row) => row.title}
      onOrder={save}
      onSaved={() => router.reload({ only: [prop] })}
    >
      {(row) => (
        <div className={classes.item}>
          {before?.(row)}
          <div className={classes.words}>
            <Link href={address.href(`${at}/${row.id}/edit`)}>{row.title}</Link>
            {row.note && <span>{row.note}</span>}
          </div>
          {badge?.(row)}
          {!row.isShown && <Badge>{words.hidden}</Badge>}
          <Menu
            label={`Actions for ${row.title}`}
            items={[
              { label: 'Edit', href: address.href(`${at}/${row.id}/edit`) },
              ...(more?.(row) ?? []),
              row.isShown
                ? { label: words.hide, onSelect: () => post(`${at}/${row.id}/hide`) }
                : { label: words.show, onSelect: () => post(`${at}/${row.id}/show`) },
              { label: 'Delete…', tone: 'bad', onSelect: () => void remove(row) },
            ]}
          />
        </div>
      )}
    </SortList>
  );
}
