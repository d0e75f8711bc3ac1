import { cx } from '../../cx.ts';
import { IconX } from '../../icons.tsx';
import classes from './filter-bar.module.css';

export interface FilterSpec {
  key: string;
  label: string;
  options?: { value: string; label: string }[];
  value?: string | number | null;
  /** For long lists: the search that provides options; `options` has the current one. */
  search?: string | false;
  /** Always shown; others are added with '+ Filter'. */
  pinned?: boolean;
  type?: 'select' | 'date' | 'dates' | 'text';
  /** A hint on what to type. */
  hint?: string;
}

interface FilterProps {
  filter: FilterSpec;
  /** Just added, so it takes the focus. */
  fresh: boolean;
  onChange: (value: string) => void;
  onDrop: () => void;
}

const words = ({ options, value }: FilterSpec) =>
  options?.find((o) => o.value === String(value))?.label ?? String(value);

/** A filter chip with a native select on top, for keyboards and phones. */
export function Filter({ filter, fresh, onChange, onDrop }: FilterProps) {
  const { label, options = [] } = filter;
  const on = filter.value !== undefined && filter.value !== null && filter.value !== '';
  const value = on ? String(filter.value) : '';
  const shared = {
    'aria-label': label,
    value,
    autoFocus: fresh,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <span className={cx(classes.chip, on && classes.on)}>
      <span className={classes.words} aria-hidden>
        {label}
        {on && (
          <>
            : <b>{words(filter)}</b>
          </>
        )}
        {!on && <i />}
      </span>
      <select {...shared}>
        <option value="">Any {label.toLowerCase()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {(on || fresh) && (
        <button type="button" aria-label={`Remove the ${label} filter`} onClick={onDrop}>
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}
