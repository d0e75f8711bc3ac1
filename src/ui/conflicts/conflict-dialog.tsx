import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { fieldName } from '../forms/blank-required.ts';
import type { FieldConflict } from './edit-conflict.ts';
import { dateText, dateTimeText } from '../format.ts';
import classes from './conflict-dialog.module.css';

type Keep = 'theirs' | 'yours';

export interface ConflictDialogProps {
  /** The submitted form, which has the labels of fields and options. */
  form: HTMLFormElement | null;
  conflicts: FieldConflict[];
  onAnswer: (answers: { field: string; value: unknown; keep: Keep }[]) => void;
  onClose: () => void;
}

/** Asks for each field whether to keep the value that another user has saved. A single field is answered with one press; several are sent together. */
export function ConflictDialog({ form, conflicts, onAnswer, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Record<string, Keep>>({});
  const left = conflicts.filter(({ field }) => !choices[field]).length;
  const isOne = conflicts.length === 1;
  const answer = (given: Record<string, Keep>) =>
    onAnswer(conflicts.map(({ field, value }) => ({ field, value, keep: given[field] ?? 'theirs' })));
  return (
    <Dialog
      open
      alert
      wide={!isOne}
      onClose={onClose}
      title="This record changed while you were editing"
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          {!isOne && (
            <Button tone="primary" disabled={left > 0} onClick={() => answer(choices)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <p className={classes.intro}>
        {isOne ? 'Choose which value to keep.' : 'Choose which value to keep for each field.'} Your other changes are
        kept.
      </p>
      {conflicts.map((conflict) => (
        <fieldset key={conflict.field} className={classes.field}>
          <legend>{labelOf(form, conflict)}</legend>
          <p className={classes.who}>{whoChanged(conflict)}</p>
          <div className={classes.choices}>
            {(['theirs', 'yours'] as const).map((keep) => {
              const value = shown(form, conflict, conflict[keep]);
              return isOne ? (
                <div key={keep} className={classes.choice}>
                  <Value whose={keep === 'theirs' ? 'Theirs' : 'Yours'} value={value} />
                  <Button onClick={() => answer({ [conflict.field]: keep })}>{words[keep]}</Button>
                </div>
              ) : (
                <label key={keep} className={classes.choice}>
                  <input
                    type="radio"
                    name={`conflict ${conflict.field}`}
                    checked={choices[conflict.field] === keep}
                    onChange={() => setChoices((known) => ({ ...known, [conflict.field]: keep }))}
                  />
                  <Value whose={words[keep]} value={value} />
                </label>
              );
            })}
          </div>
        </fieldset>
      ))}
    </Dialog>
  );
}

const words = { theirs: 'Keep theirs', yours: 'Use mine' } as const;

const Value = ({ whose, value }: { whose: string; value: string }) => (
  <span className="grow">
    <b>{whose}</b>
    <span className={classes.value}>{value}</span>
  </span>
);

const controlsOf = (form: HTMLFormElement | null, field: string) =>
  [...(form?.elements ?? [])].filter((element) => fieldName(element).replace('[]', '') === field);

function labelOf(form: HTMLFormElement | null, { field, label }: FieldConflict): string {
  if (label) return label;
  const [control] = controlsOf(form, field) as Partial<HTMLInputElement>[];
  const own = control?.closest?.('[data-field]')?.querySelector('label') ?? control?.labels?.[0];
  const text = own?.textContent?.replace(/ \(optional\)$/, '').trim();
  return text || inWords(field);
}

/** 'Next class' for `nextClassId`. */
const inWords = (field: string) =>
  field
    .replace(/Ids?$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

/** The displayed value: the label of an option, or a formatted date. */
function shown(form: HTMLFormElement | null, { field }: FieldConflict, text: string): string {
  if (text === '') return 'Empty';
  const select = controlsOf(form, field).find((control) => control instanceof HTMLSelectElement);
  const option = select && [...select.options].find(({ value }) => value === text);
  return option?.text ?? ((/^\d{4}-\d{2}-\d{2}$/.test(text) && dateText(text)) || text);
}

function whoChanged({ by }: FieldConflict): string {
  if (!by) return 'Someone changed this while you were editing.';
  return `${by.isYou ? 'You changed this in another window' : `${by.person} changed this`} ${when(by.at)}.`;
}

function when(at: string): string {
  const minutes = Math.round((Date.now() - Date.parse(at)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 12) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  return `on ${dateTimeText(at)}`;
}
