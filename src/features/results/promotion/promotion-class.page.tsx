import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { listName } from '#ui/format.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { outcomesAndUndecided } from './outcomes.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { studentColumns } from './proposal-columns.tsx';
import type { promotionClassPage } from './promotion.pages.ts';

/** The students of a class with what follows the session for each, and why. */
export default function PromotionClassPage(props: PropsOf<typeof promotionClassPage>) {
  const { session, classes, classId, students, filter, nextBatches, can } = props;
  const address = useAddress();
  const words = useWords(session.institutionId);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isDeciding, setDeciding] = useState(false);
  const at = classes.findIndex(({ id }) => id === classId);
  const { name, isLast } = classes[at]!;
  const batches = [...new Map(students.map(({ batchId, batch }) => [batchId, batch]))];
  const shown = students.filter(
    ({ outcome, batchId }) =>
      (!filter.outcome || outcome === filter.outcome) && (!filter.batch || batchId === filter.batch),
  );
  const chosen = students.filter(({ studentId }) => selected.has(studentId));
  const nextName = new Map(nextBatches.map((batch) => [batch.id, batch.name]));
  const close = () => {
    setDeciding(false);
    setSelected(new Set());
  };
  const to = (step: number) => {
    const other = classes[at + step];
    return other && address.href('/promotion/class', { session: session.id, class: other.id });
  };
  return (
    <>
      <PageHeader
        title={name}
        count={students.length}
        breadcrumbs={[{ label: 'Promotion', href: address.href('/promotion', { session: session.id }) }]}
        description={props.rule ? `Rule: ${props.rule}` : 'No rule yet: everybody is undecided.'}
        action={
          <>
            {to(-1) && (
              <LinkButton href={to(-1)!} tone="quiet">
                Previous: {classes[at - 1]!.name}
              </LinkButton>
            )}
            {to(1) && (
              <LinkButton href={to(1)!} tone="quiet">
                Next: {classes[at + 1]!.name}
              </LinkButton>
            )}
          </>
        }
      />
      <DataTable
        name="promotion-class"
        caption={`What follows ${session.name}`}
        columns={studentColumns(words.batch, nextName)}
        rows={shown}
        rowId={({ studentId }) => studentId}
        rowLabel={listName}
        total={shown.length}
        toolbar={
          <FilterBar
            filters={[
              {
                key: 'outcome',
                label: 'Outcome',
                pinned: true,
                value: filter.outcome ?? undefined,
                options: Object.entries(outcomesAndUndecided).map(([value, label]) => ({ value, label })),
              },
              {
                key: 'batch',
                label: words.batch,
                pinned: true,
                value: filter.batch ? String(filter.batch) : undefined,
                options: batches.map(([id, label]) => ({ value: String(id), label })),
              },
            ]}
          />
        }
        empty={<EmptyState title="No students">Nobody of this class is in the session.</EmptyState>}
        filtered={filter.outcome !== null || filter.batch !== null}
        {...(can.change && { selection: { selected, onChange: setSelected } })}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button onClick={() => setDeciding(true)}>Decide by hand</Button>
      </BulkBar>
      <DecideDialog
        isOpen={isDeciding}
        onClose={close}
        session={session}
        classId={classId}
        isLast={isLast}
        chosen={chosen}
        nextBatches={nextBatches}
        nextClassId={props.nextClassId}
      />
    </>
  );
}
