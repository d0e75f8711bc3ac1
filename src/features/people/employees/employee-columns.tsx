import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { DateText } from '#ui/text.tsx';
import { genders } from '#features/records/people/genders.ts';
import type { EmployeeRow } from './employees.list.ts';

/** Whether the employee is current or has left. */
export const StateBadge = ({ leftOn }: { leftOn: string | null }) =>
  leftOn ? <StatusBadge status="left" /> : <StatusBadge status="active" label="Employed" />;

export const employeeColumns: Column<EmployeeRow>[] = [
  { key: 'name', title: 'Name', primary: true, sortable: true, width: 200, render: listName },
  {
    key: 'number',
    title: 'Employee no.',
    numeric: true,
    sortable: true,
    card: 'line',
    render: (row) => row.employeeNumber,
  },
  { key: 'jobTitle', title: 'Job title', wraps: true, card: 'line', render: (row) => row.jobTitle },
  { key: 'department', title: 'Department', wraps: true, render: (row) => row.department },
  { key: 'category', title: 'Category', hidden: true, render: (row) => row.category },
  { key: 'position', title: 'Position', hidden: true, render: (row) => row.position },
  {
    key: 'qualification',
    title: 'Qualification',
    optional: true,
    render: (row) => row.qualification,
  },
  {
    key: 'educationalQualification',
    title: 'Educational qualification',
    optional: true,
    render: (row) => row.educationalQualification,
  },
  { key: 'gender', title: 'Gender', hidden: true, render: (row) => row.gender && genders[row.gender] },
  { key: 'phone', title: 'Phone', numeric: true, render: (row) => phoneText(row.phone ?? row.mobile) },
  { key: 'email', title: 'E-mail', hidden: true, render: (row) => row.email },
  {
    key: 'employed',
    title: 'Employed since',
    numeric: true,
    spare: true,
    sortable: true,
    render: (row) => <DateText value={row.employedOn} />,
  },
  { key: 'left', title: 'Left on', numeric: true, hidden: true, render: (row) => <DateText value={row.leftOn} /> },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <StateBadge leftOn={row.leftOn} /> },
];
