import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CustomField } from '#kernel/custom-field.ts';
import type { Column } from '#ui/data-table.tsx';
import { DateText } from '#ui/text.tsx';
import type { StudentListProps } from '../students.pages.ts';
import type { StudentRow } from '../students.queries.ts';
import { fetchedValues, type FetchedValues } from './fetched-values.ts';

interface OwnFilter {
  key: string;
  label: string;
  value?: string;
  options?: { value: string; label: string }[];
  type?: 'text';
  hint?: string;
}
interface OwnDatesFilter {
  key: string;
  label: string;
  value?: string;
  type: 'dates';
  end: { key: string; value?: string };
}

export interface ListAdditions {
  columns: Column<StudentRow>[];
  filters: (OwnFilter | OwnDatesFilter)[];
}

interface OwnColumnsProps {
  choices: NonNullable<StudentListProps['choices']>;
  filter: StudentListProps['filter'];
  onReady: (additions: ListAdditions) => void;
}

/** What a school adds to the list: columns that are off until somebody wants them, and ways to narrow it. */
export default function OwnColumns({ choices, filter, onReady }: OwnColumnsProps) {
  const [values] = useState(fetchedValues);
  useEffect(() => {
    onReady({
      columns: choices.own.map((field) => columnOf(field, values)),
      filters: [
        ...words('category', 'Category', choices.categories, filter.category),
        ...words('religion', 'Religion', choices.religions, filter.religion),
        ...choices.own.flatMap((field) => filterOf(field, filter.custom ?? {})),
      ],
    });
  }, [choices, filter, onReady, values]);
  return null;
}

const columnOf = (field: CustomField, values: FetchedValues): Column<StudentRow> => ({
  key: `own${field.id}`,
  title: field.label,
  optional: true,
  numeric: field.type === 'number' || field.type === 'date',
  align: field.type === 'number' ? 'end' : undefined,
  render: (row) => <Cell {...{ field, values }} studentId={row.id} />,
});

/** Asks for its value by being seen: what nobody looks at is not fetched. */
function Cell({ field, values, studentId }: { field: CustomField; values: FetchedValues; studentId: number }) {
  const text = useSyncExternalStore(values.watch, () => values.of(studentId, field.id));
  useEffect(() => values.want(studentId, field.id), [values, studentId, field.id]);
  if (!text) return null;
  return field.type === 'date' ? <DateText value={text} /> : text;
}

const words = (key: string, label: string, all: string[], value: string | undefined): OwnFilter[] =>
  all.length || value ? [{ key, label, value, options: all.map((word) => ({ value: word, label: word })) }] : [];

function filterOf({ id, label, type, options }: CustomField, asked: Record<string, string>): ListAdditions['filters'] {
  const key = `custom.${id}`;
  const value = asked[id];
  switch (type) {
    case 'choice':
    case 'multi_choice': {
      const offered = options.map((one) => ({
        value: String(one.id),
        label: one.isRetired ? `${one.label} (retired)` : one.label,
      }));
      return [{ key, label, value, options: offered }];
    }
    case 'yes_no': {
      const either = [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ];
      return [{ key, label, value, options: either }];
    }
    case 'date': {
      const end = { key: `${key}.to`, value: asked[`${id}.to`] };
      return [{ key: `${key}.from`, label, value: asked[`${id}.from`], type: 'dates', end }];
    }
    case 'file':
      return [];
    default:
      return [{ key, label, value, type: 'text', hint: type === 'number' ? numberHint : undefined }];
  }
}

const numberHint = 'A number, or two with dots between them: 10..20';
