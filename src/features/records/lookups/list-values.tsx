import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import { bearers, listLabels } from './list-labels.ts';
import type { ListEditorProps } from './lookups.routes.ts';
import type { ListChoice } from './change-lists.ts';
import classes from './lists.module.css';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

type Word = ListEditorProps['words'][number];
type Counts = ListEditorProps['counts'];
type OpenDialog = { action: 'rename' | 'merge'; word: string } | null;

interface WordListProps extends ListChoice {
  words: Word[];
  counts: Counts;
}

// Values have no ids, but sortable rows need stable ones.
const ids = new Map<string, number>();
const idOf = (word: string) => ids.get(word) ?? (ids.set(word, ids.size + 1), ids.size);

/** The offered values in order, each with a menu of actions. */
export function WordList({ words, counts, ...choice }: WordListProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { title } = listLabels[choice.list];
  const save = async (order: number[]) => {
    const byId = new Map(words.map(({ name }) => [idOf(name), name]));
    try {
      await remote('post', '/lists/order', { ...choice, words: order.map((id) => byId.get(id)!) });
      return true;
    } catch (error) {
      toast({ tone: 'bad', message: `The order wasn’t saved. ${explain(error).message}` });
      return false;
    }
  };
  if (words.length === 0) return <p className={classes.none}>No values yet. Add the first one above.</p>;
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
        {({ name }) => (
          <WordRow {...choice} name={name} counts={counts} setOpenDialog={setOpenDialog} canMerge={words.length > 1} />
        )}
      </SortList>
      <WordDialogs {...choice} openDialog={openDialog} setOpenDialog={setOpenDialog} counts={counts} others={words} />
    </>
  );
}

/** The retired values. */
export function RetiredValues({ words, others, counts, ...choice }: WordListProps & { others: Word[] }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  return (
    <>
      <ul className={classes.retired} aria-label="Archived">
        {words.map(({ name }) => (
          <li key={name}>
            <WordRow
              {...choice}
              name={name}
              counts={counts}
              setOpenDialog={setOpenDialog}
              isRetired
              canMerge={others.length > 0}
            />
          </li>
        ))}
      </ul>
      <WordDialogs {...choice} openDialog={openDialog} setOpenDialog={setOpenDialog} counts={counts} others={others} />
    </>
  );
}

interface WordRowProps extends ListChoice {
  name: string;
  counts: Counts;
  isRetired?: boolean;
  canMerge: boolean;
  setOpenDialog: (openDialog: OpenDialog) => void;
}

function WordRow({ name, counts, isRetired, canMerge, setOpenDialog, institutionId, list }: WordRowProps) {
  const count = counts && (counts[name] ?? 0);
  const data = { institutionId: String(institutionId), list, word: name };
  const items: (MenuItem | false)[] = [
    { label: 'Rename…', onSelect: () => setOpenDialog({ action: 'rename', word: name }) },
    canMerge &&
      count !== undefined && {
        label: 'Merge into another…',
        onSelect: () => setOpenDialog({ action: 'merge', word: name }),
      },
    isRetired
      ? { label: 'Restore', onSelect: () => post('/lists/restore', data) }
      : { label: 'Archive', onSelect: () => post('/lists/retire', data) },
    count === 0 && {
      label: 'Delete…',
      tone: 'bad',
      onSelect: () =>
        void askThenPost(
          '/lists/delete',
          {
            title: `Delete ${name}?`,
            body: `It isn’t in use. It will be deleted from ${listLabels[list].title.toLowerCase()}.`,
            action: 'Delete',
            tone: 'bad',
          },
          data,
        ),
    },
  ];
  return (
    <div className={classes.word}>
      <span className={classes.name}>{name}</span>
      <span className={classes.bearers}>
        {count === undefined ? '' : count === 0 ? 'Not used' : bearers(list, count)}
      </span>
      <Menu label={`Actions for ${name}`} items={items.filter((item) => item !== false)} />
    </div>
  );
}

interface WordDialogsProps extends ListChoice {
  openDialog: OpenDialog;
  setOpenDialog: (openDialog: OpenDialog) => void;
  others: Word[];
  counts: Counts;
}

function WordDialogs({ openDialog, setOpenDialog, others, counts, ...choice }: WordDialogsProps) {
  const onClose = () => setOpenDialog(null);
  const word = openDialog?.word ?? '';
  const count = counts?.[word] ?? 0;
  return (
    <>
      <RenameDialog {...choice} word={word} count={count} onClose={onClose} open={openDialog?.action === 'rename'} />
      <MergeDialog
        {...choice}
        word={word}
        count={count}
        onClose={onClose}
        open={openDialog?.action === 'merge'}
        others={others.map(({ name }) => name).filter((name) => name !== word)}
      />
    </>
  );
}

interface WordDialogProps extends ListChoice {
  word: string;
  /** The number of records with this value. */
  count: number;
  open: boolean;
  onClose: () => void;
}

const Which = ({ institutionId, list, word }: ListChoice & { word: string }) => (
  <>
    <input type="hidden" name="institutionId" value={institutionId} />
    <input type="hidden" name="list" value={list} />
    <input type="hidden" name="word" value={word} />
  </>
);

const inPlace = { preserveScroll: true, preserveState: true } as const;

/** Renames a value on all records. */
function RenameDialog({ open, onClose, count, ...which }: WordDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Rename ${which.word}`}>
      <EditForm action="/lists/rename" submit="Rename" onSuccess={onClose} options={inPlace}>
        <Which {...which} />
        <TextField
          name="name"
          label="New name"
          defaultValue={which.word}
          maxLength={80}
          autoComplete="off"
          autoFocus
          help={count > 0 ? `Also updates ${bearers(which.list, count)}.` : undefined}
        />
      </EditForm>
    </Dialog>
  );
}

/** Merges a value into another, after showing the affected records. */
function MergeDialog({ open, onClose, count, others, ...which }: WordDialogProps & { others: string[] }) {
  const [into, setInto] = useState('');
  const close = () => {
    setInto('');
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={`Merge ${which.word} into another value`}>
      <EditForm action="/lists/combine" isFinal submit="Merge" onSuccess={close} options={inPlace}>
        <Which {...which} />
        <input type="hidden" name="bearers" value={count} />
        <SelectField
          name="into"
          label="Keep"
          value={into}
          onChange={(event) => setInto(event.target.value)}
          options={others.map((value) => ({ value, label: value }))}
        />
        <p role="status">
          {into === ''
            ? `${which.word} will be deleted from the list.`
            : count === 0
              ? `No record has ${which.word}. It will be deleted from the list.`
              : `${bearers(which.list, count)} will have ${into} instead of ${which.word}, which will be deleted from the list. This can’t be undone.`}
        </p>
      </EditForm>
    </Dialog>
  );
}
