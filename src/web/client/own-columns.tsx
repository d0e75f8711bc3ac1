import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CustomField } from '#kernel/custom-field.ts';
import { expiryWarningDays } from '#kernel/dates.ts';
import type { Column } from '#ui/data-table.tsx';
import { DateText } from '#ui/text.tsx';
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
  columns: Column<{ id: number }>[];
  filters: (OwnFilter | OwnDatesFilter)[];
}

/** A list of the institution's words by which the list of people can be narrowed, where it has any. */
interface WordsFilter {
  key: string;
  label: string;
  all: (string | { value: string; label: string })[];
  value?: string;
}

/** Days between two: `admitted_from` and `admitted_to` for the key 'admitted'. */
interface DaysFilter {
  key: string;
  label: string;
  from?: string;
  to?: string;
}

interface OwnColumnsProps {
  people: 'students' | 'employees' | 'guardians';
  fields: CustomField[];
  /** What the address asks of them. */
  asked?: Record<string, string>;
  words?: WordsFilter[];
  days?: DaysFilter[];
  /** Whether papers that expire can be asked for, and what is asked. */
  papers?: boolean;
  asksPapers?: string;
  onReady: (additions: ListAdditions) => void;
}

/** What a school adds to a list: columns that are off until somebody wants them, and ways to narrow it. */
export default function OwnColumns({
  people,
  onReady,
  fields,
  asked = {},
  words = [],
  days = [],
  ...more
}: OwnColumnsProps) {
  const { papers, asksPapers } = more;
  const [values] = useState(() => fetchedValues(people));
  // A page makes these anew each time it is drawn; what they say seldom changes.
  const said = JSON.stringify({ fields, asked, words, days, papers, asksPapers });
  useEffect(() => {
    const now = JSON.parse(said) as Pick<OwnColumnsProps, 'asksPapers' | 'papers'> &
      Required<Pick<OwnColumnsProps, 'fields' | 'asked' | 'words' | 'days'>>;
    onReady({
      columns: now.fields.map((field) => columnOf(field, values)),
      filters: [
        ...now.words.flatMap(wordsFilter),
        ...now.days.map(daysFilter),
        ...(now.papers ? [papersFilter(now.asksPapers)] : []),
        ...now.fields.flatMap((field) => filterOf(field, now.asked)),
      ],
    });
  }, [said, onReady, values]);
  return null;
}

const columnOf = (field: CustomField, values: FetchedValues): Column<{ id: number }> => ({
  key: `own${field.id}`,
  title: field.label,
  optional: true,
  numeric: field.type === 'number' || field.type === 'date',
  align: field.type === 'number' ? 'end' : undefined,
  render: (row) => <Cell {...{ field, values }} personId={row.id} />,
});

/** Asks for its value by being seen: what nobody looks at is not fetched. */
function Cell({ field, values, personId }: { field: CustomField; values: FetchedValues; personId: number }) {
  const text = useSyncExternalStore(values.watch, () => values.of(personId, field.id));
  useEffect(() => values.want(personId, field.id), [values, personId, field.id]);
  if (!text) return null;
  return field.type === 'date' ? <DateText value={text} /> : text;
}

const wordsFilter = ({ key, label, all, value }: WordsFilter): OwnFilter[] =>
  all.length || value ? [{ key, label, value, options: all.map(asOption) }] : [];

const asOption = (word: WordsFilter['all'][number]) => (typeof word === 'string' ? { value: word, label: word } : word);

const daysFilter = ({ key, label, from, to }: DaysFilter): OwnDatesFilter => ({
  ...{ key: `${key}_from`, label, value: from },
  ...{ type: 'dates', end: { key: `${key}_to`, value: to } },
});

const papersFilter = (value: string | undefined): OwnFilter => ({
  key: 'papers',
  label: 'Documents',
  value,
  options: [
    { value: 'expiring', label: `Expire within ${expiryWarningDays} days` },
    { value: 'expired', label: 'Have expired' },
  ],
});

function filterOf({ id, label, type, options }: CustomField, asked: Record<string, string>): ListAdditions['filters'] {
  const key = `custom.${id}`;
  const value = asked[id];
  switch (type) {
    case 'choice':
    case 'multi_choice': {
      const offered = options.map((one) => ({
        value: String(one.id),
        label: one.isRetired ? `${one.label} (archived)` : one.label,
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

const numberHint = 'A number, or a range such as 10..20';
