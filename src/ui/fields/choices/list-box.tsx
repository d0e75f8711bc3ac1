import { cx } from '../../cx.ts';
import { IconCheck } from '../../icons.tsx';
import type { ChoiceGroup } from './choices.ts';
import classes from './choices.module.css';

interface ListBoxProps {
  id: string;
  label: string;
  groups: ChoiceGroup[];
  /** The chosen value or values. */
  value: string | ReadonlySet<string>;
  /** The option that Enter chooses. */
  marked: string | undefined;
  onChoose: (value: string) => void;
}

/** An id cannot contain spaces, but a value can. */
export const optionId = (id: string, value = '') => `${id}-${encodeURIComponent(value)}`;

/** The filtered options; the focus stays in the filter. */
export function ListBox({ id, label, groups, value, marked, onChoose }: ListBoxProps) {
  const isSelected = (one: string) => (typeof value === 'string' ? value === one : value.has(one));
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-multiselectable={typeof value !== 'string' || undefined}
      className={classes.options}
      tabIndex={-1}
    >
      {groups.map((group) => {
        const options = group.options.map((one) => (
          // Keys are handled by the filter.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={one.value}
            id={optionId(id, one.value)}
            role="option"
            aria-selected={isSelected(one.value)}
            aria-disabled={one.disabled}
            className={cx(classes.option, one.value === marked && classes.marked)}
            onClick={() => one.disabled || onChoose(one.value)}
          >
            <span>{one.label}</span>
            {one.hint && <small>{one.hint}</small>}
            {isSelected(one.value) && <IconCheck size={16} />}
          </li>
        ));
        if (!group.label) return options;
        return (
          <li key={group.label} role="presentation">
            <div aria-hidden className={classes.heading}>
              {group.label}
            </div>
            <ul role="group" aria-label={group.label}>
              {options}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
