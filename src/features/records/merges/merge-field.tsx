import { phoneText } from '#ui/format.ts';
import type { MergePreviewField } from '#kernel/personal-data/merge-rule.ts';
import classes from './merge.module.css';

/** One field in which the records differ: a choice between two values. */
export function MergeField({ field }: { field: MergePreviewField }) {
  return (
    <fieldset className={classes.field} data-merge-field={field.key}>
      <legend>{field.label}</legend>
      {(['kept', 'other'] as const).map((side) => (
        <label key={side} className={classes.choice}>
          <input type="radio" name={`take.${field.key}`} value={side} defaultChecked={field.winner === side} />
          <span>
            <span className="visually-hidden">{side === 'kept' ? 'Kept record: ' : 'Other record: '}</span>
            <Value text={field[side]} photo={side === 'kept' ? field.keptPhoto : field.otherPhoto} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Value({ text, photo }: { text: string | null; photo?: string }) {
  if (text === null) return <span className={classes.none}>Empty</span>;
  return photo ? <img src={photo} alt="As on this record" width={48} height={48} /> : phoneText(text);
}
