import { listName } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import type { Named } from './named-student.ts';

export const student = <Row extends Named>(): Column<Row> => ({
  key: 'student',
  title: 'Student',
  primary: true,
  render: (row) => (
    <>
      {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
    </>
  ),
});
export const batchColumn = <Row extends Named>(title: string): Column<Row> => ({
  key: 'batch',
  title,
  card: 'line',
  render: (row) => row.batch ?? (row.status === 'active' ? 'Without a class' : row.status),
});
