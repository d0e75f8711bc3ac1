import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { StudentMoveRow } from '../moves.queries.ts';
import { studentStatusWords } from '../student-status.ts';
import type { StudentProfileProps } from '../students.pages.ts';

/** How the student came and went, and the papers that were issued for it. */
export function MovesMade({
  made = [],
  certificates = [],
  can,
}: Pick<StudentProfileProps, 'made' | 'certificates' | 'can'>) {
  return (
    <>
      {made.length > 0 && (
        <Card title="Coming and going" flush>
          <DataTable name="student-moves" caption="Coming and going" columns={columns} rows={made} flush />
        </Card>
      )}
      {certificates.map(({ id, number, issuedOn, isVoid }) => (
        <Card key={id} title={`Transfer certificate ${number}`}>
          Issued on <DateText value={issuedOn} />. {isVoid && <Badge tone="bad">Void</Badge>}{' '}
          {can.printCertificates && (
            <a href={`/certificates/${id}/print`} target="_blank" rel="noreferrer">
              Print<span className="visually-hidden"> {number} in a new window</span>
            </a>
          )}
        </Card>
      ))}
    </>
  );
}

const columns: Column<StudentMoveRow>[] = [
  {
    key: 'move',
    title: 'Became',
    primary: true,
    render: (row) => (
      <>
        {studentStatusWords[row.toStatus]} {row.isUndone && <Secondary>(taken back)</Secondary>}
      </>
    ),
  },
  { key: 'on', title: 'On', numeric: true, card: 'line', render: (row) => <DateText value={row.onDate} /> },
  { key: 'until', title: 'Until', numeric: true, render: (row) => <DateText value={row.untilDate} /> },
  { key: 'reason', title: 'Reason', card: 'line', render: (row) => row.reason },
  { key: 'destination', title: 'Goes to', render: (row) => row.destination },
];
