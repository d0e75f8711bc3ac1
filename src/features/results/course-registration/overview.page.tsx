import { LinkButton } from '#ui/button.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { count } from '#ui/format.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { BatchProgress } from './deciding/overview.queries.ts';
import classes from './shared/registration.module.css';
import type { overviewPage } from './registration.routes.ts';

/** How far the registration of a term is, by batch. */
export default function OverviewPage({ terms, term, rows, canManage }: PropsOf<typeof overviewPage>) {
  const address = useAddress();
  const words = useTerms(term?.institutionId);
  const withInstitution = useWithInstitution();
  const setUp = canManage && (
    <LinkButton href={address.href('/registration-periods')} tone={term ? undefined : 'primary'}>
      {term ? 'Registration periods' : 'Set up registration'}
    </LinkButton>
  );
  // A card has no heads that say what is counted.
  const isCard = useMedia(NARROW);
  const counted = (figure: number, title: string) =>
    isCard ? `${count(figure)} ${title.toLowerCase()}` : count(figure);
  const figure = (key: 'students' | 'submitted' | 'returned' | 'approved', title: string): Column<BatchProgress> => ({
    key,
    title,
    align: 'end',
    numeric: true,
    render: (row) => counted(row[key], title),
  });
  const columns: Column<BatchProgress>[] = [
    { key: 'batch', title: words.batch, primary: true, render: ({ batch }) => batch },
    figure('students', 'Students'),
    figureColumn(
      'none',
      'Not begun',
      ({ students, submitted, returned, approved }) => counted(students - submitted - returned - approved, 'Not begun'),
      { card: 'line' },
    ),
    { ...figure('submitted', 'To approve'), card: 'aside' },
    figure('returned', 'Returned'),
    figure('approved', 'Approved'),
    { key: 'closes', title: 'Closes', render: ({ closesOn }) => <DateText value={closesOn} /> },
    { key: 'late', title: 'Late until', render: ({ lateUntil }) => lateUntil && <DateText value={lateUntil} /> },
  ];
  return (
    <>
      <PageHeader title="Course registration" action={term && setUp} />
      {term && (
        <div className={classes.term}>
          <ChoiceField
            name="term"
            label="Term"
            value={String(term.id)}
            onChange={(event) => address.go({ term: event.target.value })}
            options={terms.map(({ id, name, institutionId }) => ({
              value: String(id),
              label: withInstitution(name, institutionId),
            }))}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState title="No course registration" action={term ? undefined : setUp}>
          Where a {words.class.toLowerCase()} has registration, its students choose their {words.courses.toLowerCase()}{' '}
          each term and their adviser approves. Without it, they take the {words.courses.toLowerCase()} of their{' '}
          {words.batch.toLowerCase()}.
        </EmptyState>
      ) : (
        <DataTable
          name="registration-progress"
          caption="Course registration"
          columns={columns}
          rows={rows}
          rowId={({ batchId }) => batchId}
          rowHref={({ batchId }) => address.href(`/batches/${batchId}/course-registrations`, { term: term!.id })}
        />
      )}
    </>
  );
}
