import { lazy, Suspense } from 'react';
import { cx } from '../../cx.ts';
import { dateText } from '../../format.ts';
import { IconX } from '../../icons.tsx';
import { Popover } from '../../overlays/popover.tsx';
import type { DateRange, DatePreset } from '../../fields/date-range-field.tsx';
import type { FilterSpec } from './filter.tsx';
import classes from './filter-bar.module.css';

// Loaded when opened, so that the list does not wait for it.
const DatesPanel = lazy(() => import('./dates-panel.tsx'));

export interface DatesFilterSpec extends FilterSpec {
  type: 'dates' | 'date';
  /** The end of the range; `key` and `value` are its start. None for a single date. */
  end?: { key: string; value?: string | null };
  /** Additional presets. */
  presets?: DatePreset[];
}

interface DatesFilterProps {
  filter: DatesFilterSpec;
  onChange: (changes: Record<string, string | null>) => void;
}

/** '1 Nov 2026 – 30 Nov 2026', 'from 1 Nov 2026', 'until 30 Nov 2026', or a single date. */
function rangeText(from: string, to: string) {
  if (from === to) return dateText(from);
  if (from && to) return `${dateText(from)} – ${dateText(to)}`;
  return from ? `from ${dateText(from)}` : `until ${dateText(to)}`;
}

/** A filter chip for a date or a range of dates. */
export default function DatesFilter({ filter: { key, label, value, end, presets }, onChange }: DatesFilterProps) {
  const from = String(value ?? '');
  const to = end ? (end.value ?? '') : from;
  const on = Boolean(from || to);
  const change = (range: DateRange) =>
    onChange(end ? { [key]: range.from || null, [end.key]: range.to || null } : { [key]: range.from || null });
  const words = on ? `${label}: ${rangeText(from, to)}` : label;
  return (
    <span className={cx(classes.chip, on && classes.on)}>
      <Popover
        sheet
        label={words}
        triggerClass={classes.opener}
        trigger={
          <span className={classes.words}>
            {label}
            {on ? (
              <>
                : <b>{rangeText(from, to)}</b>
              </>
            ) : (
              <i />
            )}
          </span>
        }
      >
        {(close) => (
          <Suspense fallback={<p className={classes.waiting}>Loading…</p>}>
            <DatesPanel
              label={label}
              presets={presets}
              names={{ from: key, to: end?.key ?? '' }}
              range={{ from, to }}
              onApply={(range) => {
                close();
                change(range);
              }}
            />
          </Suspense>
        )}
      </Popover>
      {on && (
        <button type="button" aria-label={`Remove the ${label} filter`} onClick={() => change({ from: '', to: '' })}>
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}
