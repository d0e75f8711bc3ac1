import { SelectField } from '#ui/forms/select-field.tsx';
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
}

/** The channel and state of the messages of a person. */
export function HistoryFilters({ filter, onChange, channels, states }: HistoryFiltersProps) {
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
    </div>
  );
}
