import { Button } from '#ui/button.tsx';
import { listName, money } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import type { Namesake } from '../bank/namesakes.queries.ts';

interface Props {
  namesakes: Namesake[];
  currency: string;
  onPick: (choice: { value: string; label: string; hint: string }) => void;
}

/** Students who fit a line equally well: one of them is chosen by hand. */
export function Namesakes({ namesakes, currency, onPick }: Props) {
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
        { key: 'owed', title: 'Owes', numeric: true, align: 'end', render: ({ owed }) => money(owed, currency) },
        {
          key: 'choose',
          title: 'Choose',
          card: 'aside',
          hideable: false,
          render: (row) => (
            <Button
              small
              aria-label={`Choose ${listName(row)}, ${row.admissionNumber}`}
              onClick={() => onPick({ value: String(row.id), label: listName(row), hint: row.admissionNumber })}
            >
              Choose
            </Button>
          ),
        },
      ]}
    />
  );
}
