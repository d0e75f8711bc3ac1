import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import type { usePlaceList } from './use-place-list.ts';
import { type Place } from './use-place-list.ts';
import classes from './place-fields.module.css';

interface ListedFieldProps {
  name: string;
  label: string;
  what: string;
  value: string;
  list: ReturnType<typeof usePlaceList>;
  /** What must be chosen before there is a list. The field can still take the focus, because a list may arrive meanwhile. */
  before: string;
  hidden: boolean;
  onChange: (id: string) => void;
}

/** A select whose options come over the network: it says so, keeps the focus, and offers to try again. */
export function ListedField({ what, list, before, hidden, ...props }: ListedFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const { places, loading, failure, retry } = list;
  const said = before || loading || (failure && `The ${what} could not be loaded.`);
  return (
    <div ref={area} hidden={hidden} className={classes.listed} aria-busy={Boolean(loading)}>
      <SelectBoxField
        {...props}
        optional
        unready={said || undefined}
        error={failure || undefined}
        options={placeOptions(places)}
      />
      {failure && (
        <div>
          <Button
            small
            onClick={() => {
              // The button goes once it is pressed; the focus waits for the list where the list will be.
              area.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
              retry();
            }}
          >
            Try again
            <span className="visually-hidden"> to load the {what}</span>
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {loading || failure}
      </p>
    </div>
  );
}

export const loadingLgas = 'Loading the LGAs…';

export const placeOptions = (places: Place[]) => places.map(({ id, name }) => ({ value: id, label: name }));
