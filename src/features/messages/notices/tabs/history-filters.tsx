import { queryOf } from '#kernel/list/parameters.ts';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { IconDownload } from '#ui/icons.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import classes from './sent-message.module.css';

export interface ChosenFilter {
  channel?: string;
  state?: string;
}

interface HistoryFiltersProps {
  filter: ChosenFilter;
  onChange(filter: ChosenFilter): void;
  channels: Record<string, string>;
  states: Record<string, { label: string }>;
  /** The address of the messages, which also exports them. */
  address: string;
}

/** The channel and state of the messages of a person, and these messages as a file. */
export function HistoryFilters({ filter, onChange, channels, states, address }: HistoryFiltersProps) {
  return (
    <div className={classes.filters}>
      <SelectField
        name="channel"
        label="Channel"
        placeholder="Any"
        value={filter.channel ?? ''}
        options={Object.entries(channels).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange({ ...filter, channel: currentTarget.value })}
      />
      <SelectField
        name="state"
        label="Status"
        placeholder="Any"
        value={filter.state ?? ''}
        options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange({ ...filter, state: currentTarget.value })}
      />
      <Menu
        label="Export messages"
        trigger={
          <>
            <IconDownload /> Export
          </>
        }
        triggerClass={cx(buttons.button, buttons.quiet, classes.export)}
        items={exportItems((format) => `${address}/export.${format}?${queryOf(filter)}`)}
      />
    </div>
  );
}
