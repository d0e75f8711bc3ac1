import type { Choice, ChoiceGroup } from './choices.ts';
import classes from './choices.module.css';

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
export function CheckList({ name, label, groups, shown, chosen, filter, disabled, onChoose }: CheckListProps) {
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
