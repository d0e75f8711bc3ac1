import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { countOf } from '#ui/format.ts';
import { paperKinds } from '../papers/paper-content.ts';
import { paperMenu } from '../shared/paper-menu.tsx';
import classes from '../shared/transcript.module.css';
import type { StudentPaper, StudentTranscript } from '../papers/student-papers.queries.ts';

/** The unofficial transcript of a student, and the papers that were issued. */
export default function StudentTranscriptTab({ studentId, terms, papers, isWithheld, can }: StudentTranscript) {
  const { href } = useAddress();
  const issue = (kind: 'transcript' | 'statement') => href(`/students/${studentId}/papers/new`, { kind });
  if (isWithheld && !can.print && !can.issue)
    return (
      <EmptyState title="Transcript withheld">
        The transcript is withheld because fees are unpaid. “Fees” shows how much to pay.
      </EmptyState>
    );
  if (terms === 0 && papers.length === 0)
    return <EmptyState title="No results yet">The transcript begins with the first published results.</EmptyState>;
  return (
    <div className="stack">
      <div className={classes.offer}>
        <p>
          {countOf(terms, 'term')} on record. The unofficial transcript shows published results only; it has a watermark
          and no number.
          {isWithheld && ' Official papers are withheld because of unpaid fees.'}
        </p>
        <div className="wrap">
          {can.print && terms > 0 && (
            <LinkButton external href={`/students/${studentId}/transcript.pdf`}>
              Unofficial transcript (PDF)
            </LinkButton>
          )}
          {can.issue && !isWithheld && terms > 0 && (
            <>
              <LinkButton href={issue('transcript')} onClick={opensModal}>
                Issue transcript
              </LinkButton>
              <LinkButton href={issue('statement')} onClick={opensModal}>
                Issue statement of result
              </LinkButton>
            </>
          )}
        </div>
      </div>
      {can.issue && papers.length > 0 && (
        <Card title="Issued papers" flush>
          <DataTable flush name="student-papers" caption="Issued papers" columns={columnsFor(href)} rows={papers} />
        </Card>
      )}
    </div>
  );
}

const columnsFor = (href: (path: string) => string): Column<StudentPaper>[] => [
  { key: 'number', title: 'Number', primary: true, numeric: true, render: (row) => row.number },
  { key: 'kind', title: 'Type', card: 'line', render: (row) => paperKinds[row.kind] },
  { key: 'recipient', title: 'Issued to', card: 'line', wraps: true, render: (row) => row.recipient },
  { key: 'issued', title: 'Issued', render: (row) => <DateText value={row.issuedAt} /> },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (row.isRevoked ? <Badge tone="bad">Revoked</Badge> : <Badge tone="good">Valid</Badge>),
  },
  paperMenu(href),
];
