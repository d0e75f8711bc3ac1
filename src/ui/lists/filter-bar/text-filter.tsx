import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../button.tsx';
import { cx } from '../../cx.ts';
import { TextField } from '../../forms/fields.tsx';
import { IconX } from '../../icons.tsx';
import { Popover } from '../../overlays/popover.tsx';
import type { FilterSpec } from './filter.tsx';
import choices from '../../fields/choices/choices.module.css';
import dates from '../../fields/dates/dates.module.css';
import classes from './filter-bar.module.css';

const SearchPanel = lazy(() => import('../searched/search-panel.tsx'));

/** A filter chip with a text field. */
export default function TextFilter({ filter, onChange }: { filter: FilterSpec; onChange: (value: string) => void }) {
  const { key, label, value, hint, search, options = [] } = filter;
  const set = String(value ?? '');
  const typed = options.find((option) => option.value === set)?.label ?? set;
  return (
    <span className={cx(classes.chip, typed && classes.on)}>
      <Popover
        // Stays above a phone's keyboard.
        sheet={!search}
        label={typed ? `${label}: ${typed}` : label}
        triggerClass={classes.opener}
        trigger={
          <span className={classes.words}>
            {label}
            {typed ? (
              <>
                : <b>{typed}</b>
              </>
            ) : (
              <i />
            )}
          </span>
        }
      >
        {(close) =>
          search ? (
            <Searched
              label={label}
              search={search}
              options={options}
              value={set}
              onChange={(next) => {
                close();
                onChange(next);
              }}
              onClose={close}
            />
          ) : (
            <form
              className={dates.panel}
              onSubmit={(event) => {
                event.preventDefault();
                const text = String(new FormData(event.currentTarget).get(key) ?? '').trim();
                close();
                onChange(text);
              }}
            >
              <TextField name={key} label={label} optional help={hint} defaultValue={typed} maxLength={200} autoFocus />
              <Button type="submit" tone="primary">
                Apply
              </Button>
            </form>
          )
        }
      </Popover>
      {typed && (
        <button type="button" aria-label={`Remove the ${label} filter`} onClick={() => onChange('')}>
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}

interface SearchedProps {
  label: string;
  search: string;
  options: NonNullable<FilterSpec['options']>;
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** Search results of a filter, after special options such as Any. */
function Searched({ label, search, options, value, onChange, onClose }: SearchedProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <div className={cx(choices.panel, choices.within)}>
      <Suspense fallback={<p className={classes.waiting}>Loading…</p>}>
        <SearchPanel
          id={id}
          label={label}
          search={search}
          typed={typed}
          onClose={onClose}
          chosen={options.filter((option) => option.value === value)}
          first={{ label: '', options: [{ value: '', label: `Any ${label.toLowerCase()}` }, ...options] }}
          onType={setTyped}
          onChoose={(choice) => onChange(choice?.value ?? '')}
        />
      </Suspense>
    </div>
  );
}
