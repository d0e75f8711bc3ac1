import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { SortList } from '#ui/sort-list.tsx';
import { toast } from '#ui/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import { bearers, listWords } from '../list-words.ts';
import type { ListEditorProps } from '../lookups.pages.ts';
import type { ListChoice } from '../open-list.ts';
import { CombineDialog, RenameDialog } from './word-dialogs.tsx';
import classes from './lists.module.css';

type Word = ListEditorProps['words'][number];
type Counts = ListEditorProps['counts'];
type Asking = { what: 'rename' | 'combine'; word: string } | null;

interface WordListProps extends ListChoice {
  words: Word[];
  counts: Counts;
}

// A word has no number, and rows that are moved need one that stays.
const ids = new Map<string, number>();
const idOf = (word: string) => ids.get(word) ?? (ids.set(word, ids.size + 1), ids.size);

/** The words that are offered, in their order, each with what may be done with it. */
export function WordList({ words, counts, ...choice }: WordListProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { title, one } = listWords[choice.list];
  const save = async (order: number[]) => {
    const byId = new Map(words.map(({ name }) => [idOf(name), name]));
    try {
      await remote('post', '/lists/order', { ...choice, words: order.map((id) => byId.get(id)!) });
      return true;
    } catch (error) {
      toast({ tone: 'bad', message: `The order was not saved. ${explain(error).message}` });
      return false;
    }
  };
  if (words.length === 0) return <p className={classes.none}>No {one} is offered. Add the first above.</p>;
  return (
    <>
      <SortList
        key={choice.list}
        label={title}
        rows={words.map(({ name }) => ({ id: idOf(name), name }))}
        nameOf={({ name }) => name}
        onOrder={save}
        onSaved={() => router.reload({ only: ['words'] })}
      >
        {({ name }) => <WordRow {...{ ...choice, name, counts, setAsking }} canCombine={words.length > 1} />}
      </SortList>
      <WordDialogs {...{ ...choice, asking, setAsking, counts }} others={words} />
    </>
  );
}

/** The words that are offered no more. */
export function RetiredWords({ words, others, counts, ...choice }: WordListProps & { others: Word[] }) {
  const [asking, setAsking] = useState<Asking>(null);
  return (
    <>
      <ul className={classes.retired} aria-label="Retired">
        {words.map(({ name }) => (
          <li key={name}>
            <WordRow {...{ ...choice, name, counts, setAsking }} isRetired canCombine={others.length > 0} />
          </li>
        ))}
      </ul>
      <WordDialogs {...{ ...choice, asking, setAsking, counts, others }} />
    </>
  );
}

interface WordRowProps extends ListChoice {
  name: string;
  counts: Counts;
  isRetired?: boolean;
  canCombine: boolean;
  setAsking: (asking: Asking) => void;
}

function WordRow({ name, counts, isRetired, canCombine, setAsking, institutionId, list }: WordRowProps) {
  const count = counts && (counts[name] ?? 0);
  const data = { institutionId: String(institutionId), list, word: name };
  const items: (MenuItem | false)[] = [
    { label: 'Rename…', onSelect: () => setAsking({ what: 'rename', word: name }) },
    canCombine &&
      count !== undefined && {
        label: 'Combine with another…',
        onSelect: () => setAsking({ what: 'combine', word: name }),
      },
    isRetired
      ? { label: 'Bring back', onSelect: () => post('/lists/restore', data) }
      : { label: 'Retire', onSelect: () => post('/lists/retire', data) },
    count === 0 && {
      label: 'Delete…',
      tone: 'bad',
      onSelect: () =>
        void askThenPost(
          '/lists/delete',
          {
            title: `Delete ${name}?`,
            body: `Nobody has it. It leaves the list of ${listWords[list].title.toLowerCase()}.`,
            action: 'Delete',
          },
          data,
        ),
    },
  ];
  return (
    <div className={classes.word}>
      <span className={classes.name}>{name}</span>
      <span className={classes.bearers}>
        {count === undefined ? '' : count === 0 ? 'Nobody' : bearers(list, count)}
      </span>
      <Menu label={`Actions for ${name}`} items={items.filter((item) => item !== false)} />
    </div>
  );
}

interface WordDialogsProps extends ListChoice {
  asking: Asking;
  setAsking: (asking: Asking) => void;
  others: Word[];
  counts: Counts;
}

function WordDialogs({ asking, setAsking, others, counts, ...choice }: WordDialogsProps) {
  const onClose = () => setAsking(null);
  const word = asking?.word ?? '';
  const count = counts?.[word] ?? 0;
  return (
    <>
      <RenameDialog {...{ ...choice, word, count, onClose }} open={asking?.what === 'rename'} />
      <CombineDialog
        {...{ ...choice, word, count, onClose }}
        open={asking?.what === 'combine'}
        others={others.map(({ name }) => name).filter((name) => name !== word)}
      />
    </>
  );
}
