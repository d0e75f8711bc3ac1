import { useState } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { bearers } from './list-words.ts';
import type { ListChoice } from './open-list.ts';

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
export function RenameDialog({ open, onClose, count, ...which }: WordDialogProps) {
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
export function MergeDialog({ open, onClose, count, others, ...which }: WordDialogProps & { others: string[] }) {
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
