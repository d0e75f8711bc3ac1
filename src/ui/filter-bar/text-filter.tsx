import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { TextField } from '../fields.tsx';
import { IconX } from '../icons.tsx';
import { Popover } from '../popover.tsx';
import type { FilterSpec } from './filter.tsx';
import dates from '../dates/dates.module.css';
import classes from './filter-bar.module.css';

interface TextFilterProps {
  filter: FilterSpec;
  onChange: (value: string) => void;
}

/** A chip that says what is looked for, and opens where it is typed. */
export default function TextFilter({ filter: { key, label, value, hint }, onChange }: TextFilterProps) {
  const typed = String(value ?? '');
  return (
    <span className={cx(classes.chip, typed && classes.on)}>
      <Popover
        sheet
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
        {(close) => (
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
              Show these
            </Button>
          </form>
        )}
      </Popover>
      {typed && (
        <button type="button" aria-label={`Remove the filter ${label}`} onClick={() => onChange('')}>
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}
