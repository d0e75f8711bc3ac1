import { cx } from '../cx.ts';
import { dateText } from '../format.ts';
import { IconX } from '../icons.tsx';
import classes from './filter-bar.module.css';

export interface FilterSpec {
  key: string;
  label: string;
  options?: { value: string; label: string }[];
  value?: string | number | null;
  /** Its options are more than a page should carry: who answers for the letters typed; `options` names the one in force. */
  search?: string | false;
  /** Always offered; the others wait behind '+ Filter'. */
  pinned?: boolean;
  type?: 'select' | 'date' | 'dates' | 'text';
  /** How to write what is looked for, where it is typed. */
  hint?: string;
}

interface FilterProps {
  filter: FilterSpec;
  /** Just added: takes the focus. */
  fresh: boolean;
  onChange: (value: string) => void;
  onDrop: () => void;
}

const words = ({ options, type, value }: FilterSpec) =>
  type === 'date' ? dateText(String(value)) : (options?.find((o) => o.value === String(value))?.label ?? String(value));

/** A chip that says the filter and its value in words; the native control lies over it, so every keyboard and phone knows it. */
export function Filter({ filter, fresh, onChange, onDrop }: FilterProps) {
  const { label, options = [], type = 'select' } = filter;
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
      {type === 'date' ? (
        <input type="date" {...shared} onClick={(event) => event.currentTarget.showPicker?.()} />
      ) : (
        <select {...shared}>
          <option value="">Any {label.toLowerCase()}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {(on || fresh) && (
        <button type="button" aria-label={`Remove the filter ${label}`} onClick={onDrop}>
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}
