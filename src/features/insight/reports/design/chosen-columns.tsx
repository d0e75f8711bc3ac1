import { Button, IconButton } from '#ui/button.tsx';
import { IconX } from '#ui/icons.tsx';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import type { OfferedSubject } from './offer.ts';
import classes from './field-picker.module.css';

interface ChosenColumnsProps {
  offer: OfferedSubject;
  selected: string[];
  /** Labels of fields that the editor can’t see. */
  closed: Record<string, string>;
  labelOf: (key: string) => string;
  onChange: (selected: string[]) => void;
  onRemove: (key: string) => void;
}

/** The chosen fields in the order of the columns. */
export function ChosenColumns({ offer, selected, closed, labelOf, onChange, onRemove }: ChosenColumnsProps) {
  // Rows that can be sorted have numbers.
  const keys = [...offer.groups.flatMap(({ fields }) => fields).map(({ key }) => key), ...Object.keys(closed)];
  return (
    <div className={classes.chosen}>
      <h3>Columns</h3>
      {selected.length === 0 ? (
        <p className={classes.none}>
          Add fields in the order of the columns.{' '}
          {offer.usual.length > 0 && (
            <Button small onClick={() => onChange(offer.usual)}>
              Add usual fields
            </Button>
          )}
        </p>
      ) : (
        <SortList
          label={`Columns of ${offer.label.toLowerCase()}`}
          rows={selected.map((key) => ({ id: keys.indexOf(key), key }))}
          nameOf={({ key }) => labelOf(key)}
          onOrder={(ids) => {
            onChange(ids.map((id) => keys[id]!));
            return Promise.resolve(true);
          }}
        >
          {({ key }) => (
            <span className={classes.entry}>
              <span>
                {labelOf(key)}
                {closed[key] && <small> (you don’t have access)</small>}
              </span>
              <IconButton small label={`Remove ${labelOf(key)}`} data-remove={key} onClick={() => onRemove(key)}>
                <IconX size={16} />
              </IconButton>
            </span>
          )}
        </SortList>
      )}
    </div>
  );
}
