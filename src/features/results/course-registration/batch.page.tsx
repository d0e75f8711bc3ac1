import { useState } from 'react';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { router } from '@inertiajs/core';
import { toast } from '#ui/overlays/toast.ts';
import type { PropsOf } from '#web/page.ts';
import type { StudentProgress } from './deciding/overview.queries.ts';
import type { batchPage } from './registration.routes.ts';
import { registrationStates } from './registration.ts';

const tones = { submitted: 'info', returned: 'bad', approved: 'good' } as const;

/** The registrations of a batch: who has begun, what waits for approval. */
export default function BatchRegistrationPage({ batch, rows }: PropsOf<typeof batchPage>) {
  const { href } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const chosen = rows.filter(({ studentId }) => selected.has(studentId));
  const ids = chosen.flatMap(({ id, state }) => (state === 'submitted' && id !== null ? [id] : []));
  const clear = () => setSelected(new Set());
  const approve = () =>
    router.post(
      '/course-registrations/approve',
      { ids },
      {
        onSuccess: clear,
        onError: (errors) =>
          toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'Not approved. Reload the page.' }),
      },
    );
  return (
    <>
      <PageHeader
        title={batch.batch}
        description={`Course registration, ${batch.term}`}
        breadcrumbs={[{ label: 'Course registration', href: href('/course-registrations', { term: batch.termId }) }]}
        more={[
          {
            label: 'Print course lists (PDF)',
            external: true,
            href: `/batches/${batch.batchId}/course-lists.pdf?term=${batch.termId}`,
          },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title="No students">Nobody is in {batch.batch}.</EmptyState>
      ) : (
        <DataTable
          name="registrations"
          caption="Registrations"
          columns={columns}
          rows={rows}
          rowId={({ studentId }) => studentId}
          rowLabel={({ name }) => name}
          rowHref={({ studentId }) => href(`/students/${studentId}/course-registration`, { term: batch.termId })}
          selection={{ selected, onChange: setSelected }}
        />
      )}
      <BulkBar count={chosen.length} onClear={clear}>
        <Button onClick={approve} disabled={ids.length === 0}>
          {ids.length === chosen.length ? 'Approve' : `Approve ${ids.length} submitted`}
        </Button>
      </BulkBar>
    </>
  );
}

const columns: Column<StudentProgress>[] = [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: ({ name, number }) => (
      <>
        {name} <Secondary>{number}</Secondary>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Registration',
    card: 'aside',
    render: ({ state, isLate }) => (
      <>
        {state ? <Badge tone={tones[state]}>{registrationStates[state]}</Badge> : <Badge>Not begun</Badge>}
        {isLate && <Secondary> Late</Secondary>}
      </>
    ),
  },
  figureColumn('courses', 'Courses', ({ id, courses }) => (id === null ? null : courses)),
  figureColumn('units', 'Units', ({ id, units }) => (id === null ? null : units), { card: 'figure' }),
];
