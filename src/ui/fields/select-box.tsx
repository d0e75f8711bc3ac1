import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FormValueInput } from './form-value-input.tsx';
import { focusChoices, isLong, TopLine } from './choices/by-finger.tsx';
import { type Choice, type ChoiceGroup, fitting, groupsOf, noResults, rankOf } from './choices/choices.ts';
import { ComboButton } from './choices/combo-button.tsx';
import { ListBox, optionId } from './choices/list-box.tsx';
import { SELECT_NOTHING_CHOSEN } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import { Field, type FieldProps } from '../forms/field.tsx';
import { countOf } from '../format.ts';
import { usePopover } from '../overlays/use-popover.ts';
import classes from './choices/choices.module.css';
import popover from '../overlays/popover.module.css';

interface SelectBoxProps extends FieldProps {
  options?: Choice[];
  groups?: ChoiceGroup[];
  defaultValue?: string | null;
  /** With `onChange`, for controlled use. */
  value?: string;
  onChange?: (value: string) => void;
  disabled?: boolean;
  /** A message while options load or if loading fails. The control stays focusable. */
  unready?: string;
}

/** A select with a filter (9.9). Without a choice it sends '' and, unless optional, stops the form. */
export function SelectBoxField({
  name,
  label,
  help,
  error,
  optional,
  disabled,
  unready,
  onChange,
  ...props
}: SelectBoxProps) {
  const listId = useId();
  const filterField = useRef<HTMLInputElement>(null);
  const groups = groupsOf(props.options, props.groups);
  const all = groups.flatMap((group) => group.options);
  const { area, button, panel, open, setOpen } = usePopover((shown) =>
    focusChoices(shown, filterField.current, unready ? 0 : all.length),
  );
  const [own, setOwn] = useState(props.defaultValue ?? '');
  const [filter, setFilter] = useState('');
  const [marked, setMarked] = useState('');
  const [ahead, setAhead] = useState<{ filter: string; said: string } | null>(null);
  const value = props.value ?? own;
  const chosen = all.find((option) => option.value === value);
  const found = unready ? [] : fitting(optional ? [{ label: '', options: [nothing] }, ...groups] : groups, filter);
  const offered = found.flatMap((group) => group.options).filter((option) => !option.disabled);
  const first = found[0]?.options[0];
  // The typed option exists but is disabled: Enter must not choose another one.
  const isClosed = Boolean(first?.disabled) && rankOf(first!.label, filter) === 0;
  const at = Math.max(
    isClosed ? -1 : 0,
    offered.findIndex((option) => option.value === marked),
  );
  useEffect(() => {
    if (!open) return;
    document.getElementById(optionId(listId, offered[at]?.value))?.scrollIntoView({ block: 'nearest' });
  });
  // Enter was pressed before the options loaded: choose the match once they arrive.
  useEffect(() => {
    if (!ahead || unready === ahead.said) return;
    if (unready) {
      // Ignores the moment between one list arriving and the next being requested.
      const another = setTimeout(() => setAhead(null), 200);
      return () => clearTimeout(another);
    }
    setAhead(null);
    const [first] = fitting(groups, ahead.filter).flatMap((group) => group.options);
    if (!first || first.disabled) return;
    setOwn(first.value);
    onChange?.(first.value);
  }, [ahead, unready, groups, onChange]);
  const show = (start: string) => {
    setAhead(null);
    setFilter(start);
    // Typing starts a new search.
    setMarked(start ? '' : value);
    setOpen(true);
  };
  const choose = (next: string) => {
    setOwn(next);
    setOpen(false);
    button.current?.focus();
    if (next !== value) onChange?.(next);
  };
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter') {
      if (offered[at]) choose(offered[at].value);
      else if (unready && filter.trim()) {
        setAhead({ filter, said: unready });
        setOpen(false);
        button.current?.focus();
      }
    } else if (to !== undefined) {
      setMarked(offered[Math.max(0, Math.min(to, offered.length - 1))]?.value ?? '');
    } else return;
    event.preventDefault();
  };
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <div ref={area} className={classes.area}>
          <ComboButton
            control={control}
            open={open}
            disabled={disabled}
            ref={button}
            panelId={listId}
            isEmpty={Boolean(unready) || !chosen}
            onShow={show}
            onHide={() => setOpen(false)}
          >
            {unready ?? chosen?.label ?? SELECT_NOTHING_CHOSEN}
          </ComboButton>
          {open && (
            // A dialog contains controls; the keys are those of its filter.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <div
              ref={panel}
              id={listId}
              role="dialog"
              aria-label={label}
              tabIndex={-1}
              className={cx(popover.panel, classes.panel, isLong(all.length) && classes.long)}
              style={{ minWidth: button.current?.offsetWidth }}
              onKeyDown={keys}
            >
              {isLong(all.length) && <TopLine label={label} onClose={() => setOpen(false)} />}
              <input
                ref={filterField}
                type="search"
                role="combobox"
                aria-label={`Filter ${label}`}
                aria-expanded
                aria-autocomplete="list"
                aria-controls={`${listId}-list`}
                aria-activedescendant={offered[at] && optionId(listId, offered[at].value)}
                autoComplete="off"
                placeholder="Type to filter"
                className={classes.filter}
                value={filter}
                onChange={(event) => {
                  setFilter(event.target.value);
                  setMarked('');
                }}
              />
              <ListBox
                id={listId}
                label={label}
                groups={found}
                value={value}
                marked={offered[at]?.value}
                onChoose={choose}
              />
              <p role="status" className={offered.length === 0 ? classes.none : 'visually-hidden'}>
                {unready ?? (offered.length === 0 ? noResults(filter) : countOf(offered.length, 'option'))}
              </p>
            </div>
          )}
          <FormValueInput
            name={name}
            value={value}
            disabled={disabled}
            required={control.required}
            onRestore={(next) => {
              setOwn(next);
              onChange?.(next);
            }}
            onFocus={() => button.current?.focus()}
          />
        </div>
      )}
    </Field>
  );
}

const nothing: Choice = { value: '', label: SELECT_NOTHING_CHOSEN };
