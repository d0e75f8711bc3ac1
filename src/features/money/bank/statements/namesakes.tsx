import { Button } from '#ui/button.tsx';
import { listName, money } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import type { Namesake } from './namesakes.queries.ts';

interface Props {
  namesakes: Namesake[];
  currency: string;
  onPick: (choice: { value: string; label: string; hint: string }) => void;
}

/** Students who fit a line equally well: one of them is chosen by hand. */
export function Namesakes({ namesakes, currency, onPick }: Props) {
  const isCard = useMedia(NARROW);
  if (namesakes.length === 0) return null;
  return (
    <DataTable
      name="bank-line-namesakes"
      caption="Students who fit this line"
      rows={namesakes}
      columns={[
        { key: 'student', title: 'Student', primary: true, render: listName },
        { key: 'number', title: 'Admission number', card: 'line', render: ({ admissionNumber }) => admissionNumber },
        { key: 'batch', title: 'Class', card: 'line', render: ({ batch }) => batch ?? 'Without a class' },
        {
          key: 'owed',
          title: 'Owes',
          numeric: true,
          align: 'end',
          card: 'line',
          render: ({ owed }) => (isCard ? `owes ${money(owed, currency)}` : money(owed, currency)),
        },
        {
          key: 'choose',
          title: 'Choose',
          card: 'aside',
          hideable: false,
          render: (row) => (
            <Button
              small
              aria-label={`Choose ${listName(row)}, ${row.admissionNumber}`}
              onClick={() => {
                const { id, admissionNumber } = row;
                // The name alone says not which of them is chosen.
                onPick({ value: String(id), label: `${listName(row)}, ${admissionNumber}`, hint: '' });
              }}
            >
              Choose
            </Button>
          ),
        },
      ]}
    />
  );
}
