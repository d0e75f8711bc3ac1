import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { DateText } from '#ui/text.tsx';
import type { ListFilter } from '#web/client/list-page.tsx';
import { expiryOptions } from '../documents/expiry-options.ts';
import { fetchedValues, type FetchedValues } from './fetched-values.ts';

export interface ListAdditions {
  columns: Column<{ id: number }>[];
  filters: ListFilter[];
}

interface CustomColumnsProps {
  people: 'students' | 'employees' | 'guardians';
  fields: CustomField[];
  papers: boolean;
  onReady: (additions: ListAdditions) => void;
}

/** Custom columns of a list, hidden by default, and their filters. */
export default function CustomColumns({ people, onReady, fields, papers }: CustomColumnsProps) {
  const [values] = useState(() => fetchedValues(`/${people}/custom-values`));
  // The page recreates the fields on every render, but they seldom change.
  const key = JSON.stringify(fields);
  useEffect(() => {
    const now = JSON.parse(key) as CustomField[];
    onReady({
      columns: now.map((field) => columnOf(field, values)),
      filters: [...(papers ? [documentsFilter] : []), ...now.flatMap(filterOf)],
    });
  }, [key, papers, onReady, values]);
  return null;
}

const columnOf = (field: CustomField, values: FetchedValues): Column<{ id: number }> => ({
  key: `own${field.id}`,
  title: field.label,
  optional: true,
  numeric: field.type === 'number' || field.type === 'date',
  align: field.type === 'number' ? 'end' : undefined,
  render: (row) => <Cell field={field} values={values} personId={row.id} />,
});

/** Fetches its value only when it is visible. */
function Cell({ field, values, personId }: { field: CustomField; values: FetchedValues; personId: number }) {
  const text = useSyncExternalStore(
    values.watch,
    () => values.of(personId, field.id),
    () => undefined,
  );
  useEffect(() => values.want(personId, field.id), [values, personId, field.id]);
  if (!text) return null;
  return field.type === 'date' ? <DateText value={text} /> : text;
}

const documentsFilter: ListFilter = {
  key: 'papers',
  label: 'Documents',
  options: expiryOptions,
};

function filterOf({ id, label, type, options }: CustomField): ListFilter[] {
  const key = `custom.${id}`;
  switch (type) {
    case 'choice':
    case 'multi_choice': {
      const offered = options.map((option) => ({
        value: String(option.id),
        label: option.isRetired ? `${option.label} (archived)` : option.label,
      }));
      return [{ key, label, options: offered }];
    }
    case 'yes_no':
      return [{ key, label, options: { yes: 'Yes', no: 'No' } }];
    case 'date':
      return [{ key: `${key}.from`, endKey: `${key}.to`, label, type: 'dates' }];
    case 'file':
      return [];
    default:
      return [{ key, label, type: 'text', hint: type === 'number' ? numberHint : undefined }];
  }
}

const numberHint = 'A number, or a range such as 10..20';
