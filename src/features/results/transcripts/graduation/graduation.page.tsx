import { Badge } from '#ui/badge.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { countOf } from '#ui/format.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { GraduationRow } from './graduation.pdf.ts';
import classes from '../shared/transcript.module.css';
import type { graduationPage } from '../transcripts.pages.ts';

/** Who of a final class has passed everything, and what the others lack. */
export default function GraduationPage({ classes: found, chosen, list }: PropsOf<typeof graduationPage>) {
  const address = useAddress();
  const words = useTerms(chosen?.institutionId);
  const withInstitution = useWithInstitution();
  if (!chosen)
    return (
      <>
        <PageHeader title="Graduation list" />
        <EmptyState title={`No final ${words.class.toLowerCase()}`}>
          A {words.class.toLowerCase()} is final when no other follows it. Its students appear here, session by session.
        </EmptyState>
      </>
    );
  const sessions = [...new Map(found.map((one) => [one.sessionId, withInstitution(one.session, one.institutionId)]))];
  const file = (format: string) =>
    address.href(`/graduation.${format}`, { class: chosen.classId, session: chosen.sessionId });
  const ready = list.rows.filter(({ isReady }) => isReady).length;
  return (
    <>
      <PageHeader
        title="Graduation list"
        description={`${ready} of ${countOf(list.rows.length, 'student')} ready, by published and imported results.`}
        more={[
          { label: 'Export to XLSX', href: file('xlsx'), external: true },
          { label: 'Print (PDF)', href: file('pdf'), external: true },
        ]}
      />
      <div className={classes.choices}>
        <ChoiceField
          name="session"
          label="Session"
          value={String(chosen.sessionId)}
          onChange={(event) => address.go({ session: event.target.value, class: null })}
          options={sessions.map(([id, name]) => ({ value: String(id), label: name }))}
        />
        <ChoiceField
          name="class"
          label={words.class}
          value={String(chosen.classId)}
          onChange={(event) => address.go({ session: String(chosen.sessionId), class: event.target.value })}
          options={found
            .filter(({ sessionId }) => sessionId === chosen.sessionId)
            .map(({ classId, className, program }) => ({ value: String(classId), label: `${className}, ${program}` }))}
        />
      </div>
      {list.rows.length === 0 ? (
        <EmptyState title="No students">
          Nobody is in this {words.class.toLowerCase()} in {chosen.session}.
        </EmptyState>
      ) : (
        <DataTable
          name="graduation"
          caption="Graduation list"
          columns={columnsFor(list.system, words.batch)}
          rows={list.rows}
          rowId={({ studentId }) => studentId}
          rowHref={({ studentId }) => address.href(`/students/${studentId}/transcript`)}
        />
      )}
    </>
  );
}

const columnsFor = (system: 'average' | 'gpa', batchWord: string): Column<GraduationRow>[] => [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.number}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: batchWord, wraps: true, render: (row) => row.batch },
  ...(system === 'gpa'
    ? [
        {
          key: 'units',
          title: 'Units passed',
          align: 'end' as const,
          numeric: true,
          render: (row: GraduationRow) => row.unitsPassed,
        },
      ]
    : []),
  figureColumn('overall', system === 'gpa' ? 'CGPA' : 'Average', (row) => row.overall),
  { key: 'class', title: 'Class', card: 'line', render: (row) => row.designation },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={row.isReady ? 'good' : 'gold'}>{row.isReady ? 'Ready' : 'Not ready'}</Badge>,
  },
  {
    key: 'reasons',
    title: 'What is missing',
    card: 'below',
    wraps: true,
    width: '30%',
    render: (row) => row.reasons.join('. '),
  },
];
