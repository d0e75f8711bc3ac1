import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { TextField } from '#ui/fields.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { bearers } from '../list-words.ts';
import type { ListChoice } from '../open-list.ts';

interface WordDialogProps extends ListChoice {
  word: string;
  /** How many bear it. */
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

/** Another spelling, for everybody who has the word. */
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
          help={count > 0 ? `It changes in ${bearers(which.list, count)} too.` : undefined}
        />
      </EditForm>
    </Dialog>
  );
}

/** Makes one word of two, and says first whom that concerns. */
export function CombineDialog({ open, onClose, count, others, ...which }: WordDialogProps & { others: string[] }) {
  const [into, setInto] = useState('');
  const close = () => {
    setInto('');
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={`Combine ${which.word} with another`}>
      <EditForm action="/lists/combine" submit="Combine" onSuccess={close} options={inPlace}>
        <Which {...which} />
        <input type="hidden" name="bearers" value={count} />
        <SelectField
          name="into"
          label="The word that stays"
          value={into}
          onChange={(event) => setInto(event.target.value)}
          options={others.map((value) => ({ value, label: value }))}
        />
        <p role="status">
          {into === ''
            ? `${which.word} leaves the list.`
            : count === 0
              ? `Nobody has ${which.word}. It leaves the list, and ${into} stays.`
              : `${bearers(which.list, count)} will have ${into} instead of ${which.word}, which leaves the list. This cannot be undone.`}
        </p>
      </EditForm>
    </Dialog>
  );
}
