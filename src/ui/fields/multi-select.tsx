import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FormValueInput } from './form-value-input.tsx';
import { focusChoices, isLong, TopLine } from './choices/by-finger.tsx';
import {
  type Choice,
  type ChoiceGroup,
  selectionText,
  closestFirst,
  fits,
  groupsOf,
  noResults,
} from './choices/choices.ts';
import { MULTI_SELECT_FILTER_DELAY_MS } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import { Field, type FieldProps } from '../forms/field.tsx';
import { usePopover } from '../overlays/use-popover.ts';
import classes from './choices/choices.module.css';
import fields from '../forms/field.module.css';
import popover from '../overlays/popover.module.css';

interface MultiSelectProps extends FieldProps {
  /** Sent once per choice; end it in [] if the server expects a list. Errors are named without []. */
  name: string;
  options?: Choice[];
  groups?: ChoiceGroup[];
  defaultValue?: string[];
  onChange?: (values: string[]) => void;
  disabled?: boolean;
}

const boxesOf = (panel: HTMLElement | null) => [
  ...(panel?.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled') ?? []),
];

/** A multi-select (9.8). The checkboxes stay in the form while the list is closed. */
export function MultiSelectField({
  name,
  label,
  help,
  error,
  optional,
  disabled,
  onChange,
  ...props
}: MultiSelectProps) {
  const panelId = useId();
  const filterField = useRef<HTMLInputElement>(null);
  const groups = groupsOf(props.options, props.groups);
  const all = groups.flatMap((group) => group.options);
  const { area, button, panel, open, setOpen } = usePopover((opened) =>
    focusChoices(opened, filterField.current, all.length),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(props.defaultValue));
  const latest = useRef(chosen);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setFilter(typed), typed ? MULTI_SELECT_FILTER_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  const shown = all.filter((one) => fits(one, filter));
  const choose = (values: string[], isOn: boolean) => {
    const next = new Set(latest.current);
    for (const value of values) next[isOn ? 'add' : 'delete'](value);
    latest.current = next;
    setChosen(next);
    onChange?.(all.map((one) => one.value).filter((value) => next.has(value)));
  };
  const words = selectionText(all.filter((one) => chosen.has(one.value)).map((one) => one.label));
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const boxes = boxesOf(panel.current);
    const at = boxes.indexOf(document.activeElement as HTMLInputElement);
    const isBox = at >= 0;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, ...(isBox && { Home: 0, End: boxes.length - 1 }) }[event.key];
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter') {
      if (isBox) boxes[at]!.click();
    } else if (to !== undefined) {
      (to < 0 ? filterField.current : boxes[Math.min(to, boxes.length - 1)])?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <Field label={label} help={help} error={error} optional={optional} name={name.replace(/\[\]$/, '')}>
      {({ id, required, ...control }) => (
        <div ref={area} className={classes.area}>
          <button
            {...control}
            ref={button}
            id={id}
            type="button"
            role="combobox"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={panelId}
            aria-required={required}
            disabled={disabled}
            title={words}
            className={cx(fields.control, classes.button, chosen.size === 0 && classes.empty)}
            onClick={() => setOpen(!open)}
            onKeyDown={(event) => {
              if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            {words}
          </button>
          {/* A dialog contains controls; the keys are those of its checkboxes. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            ref={panel}
            id={panelId}
            hidden={!open}
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
              aria-label={`Filter ${label}`}
              autoComplete="off"
              placeholder="Type to filter"
              className={classes.filter}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <CheckList
              name={name}
              label={label}
              shown={shown}
              chosen={chosen}
              filter={filter}
              disabled={disabled}
              groups={closestFirst(groups, filter)}
              onChoose={choose}
            />
            <p role="status" className={shown.length === 0 ? classes.none : 'visually-hidden'}>
              {shown.length === 0 ? noResults(filter) : `${shown.length} shown, ${chosen.size} selected`}
            </p>
          </div>
          <FormValueInput
            value={[...chosen].join(' ')}
            required={required}
            disabled={disabled}
            onFocus={() => button.current?.focus()}
          />
        </div>
      )}
    </Field>
  );
}

interface CheckListProps {
  name: string;
  label: string;
  groups: ChoiceGroup[];
  /** The groups that match the filter. */
  shown: Choice[];
  chosen: ReadonlySet<string>;
  filter: string;
  disabled?: boolean;
  onChoose: (values: string[], isOn: boolean) => void;
}

/** A checkbox per option, and a three-state checkbox for all shown options. */
function CheckList({ name, label, groups, shown, chosen, filter, disabled, onChoose }: CheckListProps) {
  const within = new Set(shown.map((one) => one.value));
  const free = shown.filter((one) => !one.disabled).map((one) => one.value);
  const ticked = free.filter((value) => chosen.has(value)).length;
  return (
    <div role="group" aria-label={label} className={classes.options}>
      {free.length > 0 && (
        <label className={classes.all}>
          <input
            type="checkbox"
            data-all
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < free.length;
            }}
            checked={ticked === free.length}
            disabled={disabled}
            onChange={() => onChoose(free, ticked < free.length)}
          />
          {filter.trim() ? `Select all ${free.length} shown` : 'Select all'}
        </label>
      )}
      {groups.map((group) => {
        const boxes = group.options.map((one) => (
          <label key={one.value} className={classes.option} hidden={!within.has(one.value)}>
            <input
              type="checkbox"
              name={name}
              value={one.value}
              // Reached with arrow keys, so that a long list is one Tab stop.
              tabIndex={-1}
              checked={chosen.has(one.value)}
              disabled={disabled || one.disabled}
              onChange={(event) => onChoose([one.value], event.target.checked)}
            />
            <span>{one.label}</span>
            {one.hint && <small>{one.hint}</small>}
          </label>
        ));
        if (!group.label) return boxes;
        return (
          <div
            key={group.label}
            role="group"
            aria-label={group.label}
            hidden={!group.options.some((one) => within.has(one.value))}
          >
            <div aria-hidden className={classes.heading}>
              {group.label}
            </div>
            {boxes}
          </div>
        );
      })}
    </div>
  );
}
