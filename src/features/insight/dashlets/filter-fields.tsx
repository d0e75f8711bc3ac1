import { useEffect } from 'react';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { DataFilter } from './custom/data-filters.ts';
import type { Choices } from './use-choices.ts';
import { useFilters } from './use-lookups.ts';

interface Props {
  institutionId: number;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}

/** The data filter of an associate type (4.16), and how its rows are shown. */
export function FilterFields({ institutionId, choices, choose }: Props) {
  const { found: offer, message } = useFilters(institutionId, choices.model_associate_type);
  const { data_filter: filter, shown_as: shown } = choices;
  const first = offer?.filters[0]?.value;
  useEffect(() => {
    // Everything, until something else is chosen.
    if (first && !filter) choose({ data_filter: first });
  }, [first, filter, choose]);
  if (!offer) return <p role="status">{message}</p>;
  const isSplit = shown === 'bars' || shown === 'donut';
  return (
    <>
      <SelectField
        name="data_filter"
        label="Data filter"
        value={filter}
        onChange={(event) => choose({ data_filter: event.target.value })}
        {...grouped(offer.filters)}
      />
      <SelectField
        name="shown_as"
        label="Show as"
        placeholder={null}
        value={shown}
        onChange={(event) => choose({ shown_as: event.target.value })}
        options={offer.shapes}
      />
      {isSplit && (
        <SelectField
          name="split_by"
          label="Split by"
          placeholder={null}
          value={choices.split_by || offer.splits[0]?.value}
          onChange={(event) => choose({ split_by: event.target.value })}
          options={offer.splits}
        />
      )}
    </>
  );
}

function grouped(filters: DataFilter[]) {
  const groups = [...Map.groupBy(filters, ({ group }) => group)];
  return {
    options: groups.filter(([label]) => !label).flatMap(([, options]) => options),
    groups: groups.filter(([label]) => label).map(([label, options]) => ({ label, options })),
  };
}
