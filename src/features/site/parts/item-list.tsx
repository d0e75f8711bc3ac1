import { Link, router } from '@inertiajs/react';
import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { SortList } from '#ui/sort-list.tsx';
import { toast } from '#ui/toast.ts';
import { useAddress } from '#ui/use-address.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { ListName } from '../lists.ts';
import classes from './site.module.css';

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
  /** The word for one, and the address of its routes. */
  one: string;
  at: string;
  rows: Row[];
  /** What stands before the words: a picture, an icon. */
  before?: (row: Row) => ReactNode;
  badge?: (row: Row) => ReactNode;
  more?: (row: Row) => MenuItem[];
  /** Words for a row that visitors see, and for one that they do not. */
  words?: { hidden: string; show: string; hide: string };
  /** The prop of the page that holds the rows. */
  prop: string;
}

const usual = { hidden: 'Hidden', show: 'Show', hide: 'Hide' };

/** The rows of a list in their order, each with what may be done with it. */
export function ItemList<Row extends Item>(props: ItemListProps<Row>) {
  const { institutionId, list, label, one, at, rows, before, badge, more, words = usual, prop } = props;
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
      body: `The ${one} is taken off the site for good. To keep it for later, hide it instead.`,
      action: `Delete ${one}`,
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
