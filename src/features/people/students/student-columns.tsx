import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { genders } from '#features/records/people/genders.ts';
import type { StudentRow } from './students.list.ts';

/** The columns of the students table, with the institution's own term for 'Batch'. */
export const studentColumns = (batchWord: string): Column<StudentRow>[] => [
  { key: 'name', title: 'Name', primary: true, sortable: true, width: 180, render: listName },
  {
    key: 'number',
    title: 'Admission no.',
    numeric: true,
    sortable: true,
    card: 'line',
    render: (row) => row.admissionNumber,
  },
  {
    key: 'batch',
    title: batchWord,
    wraps: true,
    card: 'line',
    render: (row) => row.batchName ?? <Secondary>—</Secondary>,
  },
  { key: 'gender', title: 'Gender', render: (row) => row.gender && genders[row.gender] },
  { key: 'birth', title: 'Date of birth', numeric: true, render: (row) => <DateText value={row.birthDate} /> },
  { key: 'phone', title: 'Phone', numeric: true, spare: true, render: (row) => phoneText(row.phone) },
  {
    key: 'admitted',
    title: 'Admitted',
    numeric: true,
    sortable: true,
    hidden: true,
    render: (row) => <DateText value={row.admissionDate} />,
  },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <StatusBadge status={row.status} /> },
];
