import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { IconDownload } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import type { ImportProblem } from '../imports.queries.ts';
import classes from './problem-table.module.css';

interface ProblemTableProps {
  title: string;
  /** The first of them. */
  problems: ImportProblem[];
  isMore: boolean;
  download: string;
}

/** The problems by row and column, with a download of all of them. */
export function ProblemTable({ title, problems, isMore, download }: ProblemTableProps) {
  return (
    <Card
      title={title}
      flush
      tour="import-problems"
      action={
        <LinkButton external small icon={<IconDownload />} href={download}>
          Download all
        </LinkButton>
      }
    >
      <DataTable name="import-problems" caption="Problems by row and column" columns={columns} rows={problems} flush />
      <ListEnd shown={problems.length} isMore={isMore} next="Download all to see the rest." />
    </Card>
  );
}

/** On a phone the number has no heading above it. */
const rowName = ({ rowNumber }: ImportProblem) => (
  <>
    <span className={classes.row}>Row </span>
    {rowNumber}
  </>
);

const columns: Column<ImportProblem>[] = [
  { key: 'row', title: 'Row', primary: true, numeric: true, width: 80, render: rowName },
  { key: 'column', title: 'Column', card: 'aside', width: 160, render: (problem) => problem.columnName ?? '' },
  {
    key: 'message',
    title: 'Problem',
    card: 'line',
    render: (problem) => <span className={classes.message}>{problem.message}</span>,
  },
];
