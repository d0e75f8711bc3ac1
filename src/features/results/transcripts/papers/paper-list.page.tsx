import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { paperKinds } from './paper-content.ts';
import type { PaperRow } from './papers.list.ts';
import { paperMenu } from '../shared/paper-menu.tsx';
import type { paperListPage } from '../transcripts.pages.ts';

/** All issued papers, latest first. */
export default function PaperListPage(list: PropsOf<typeof paperListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="academic-papers"
      title="Transcripts"
      description="Transcripts and statements of result, as they were issued. Numbers are sequential and never reused."
      search={{ label: 'Search papers', placeholder: 'Number, student or recipient' }}
      filters={[
        { key: 'kind', label: 'Type', pinned: true, options: paperKinds },
        { key: 'state', label: 'Status', pinned: true, options: { valid: 'Valid', revoked: 'Revoked' } },
      ]}
      columns={columnsFor(href)}
      empty={
        <EmptyState title="No papers yet" action={<PrimaryLink href={href('/students')}>Go to students</PrimaryLink>}>
          To issue a transcript or a statement of result, open a student’s record and choose Transcript.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (href: (path: string) => string): Column<PaperRow>[] => [
  { key: 'number', title: 'Number', primary: true, numeric: true, render: (row) => row.number },
  { key: 'kind', title: 'Type', render: (row) => paperKinds[row.kind] },
  {
    key: 'name',
    title: 'Student',
    card: 'line',
    render: (row) => (
      <>
        <a href={href(`/students/${row.studentId}/transcript`)}>{row.name}</a>{' '}
        <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  { key: 'recipient', title: 'Issued to', card: 'line', wraps: true, render: (row) => row.recipient },
  {
    key: 'issued',
    title: 'Issued',
    numeric: true,
    render: (row) => <DateText value={String(row.issuedAt)} />,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) =>
      row.isRevoked ? (
        <>
          <Badge tone="bad">Revoked</Badge> <Secondary>{row.revokeReason}</Secondary>
        </>
      ) : (
        <Badge tone="good">Valid</Badge>
      ),
  },
  paperMenu(href),
];
