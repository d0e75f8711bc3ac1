import { useState } from 'react';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { listName, countOf } from '#ui/format.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { outcomesAndUndecided, decisionStates, type Outcome, outcomes, staysIn } from './outcomes.ts';
import type { promotionClassPage, PromotionClassProps } from './promotion.routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Secondary } from '#ui/text.tsx';
import type { StudentProposal } from './proposal/proposals.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** The students of a class with what follows the session for each, and why. */
export default function PromotionClassPage(props: PropsOf<typeof promotionClassPage>) {
  const { session, classes, classId, students, filter, nextBatches, can } = props;
  const address = useAddress();
  const words = useTerms(session.institutionId);
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
        description={props.rule ? `Rule: ${props.rule}` : 'No rule yet: everyone is undecided.'}
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
        caption={`After ${session.name}`}
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

const tones: Record<Outcome | 'undecided', 'good' | 'info' | 'bad'> = {
  promoted: 'good',
  graduated: 'good',
  on_trial: 'info',
  undecided: 'info',
  repeat: 'bad',
  withdrawn: 'bad',
};

/** A student with the outcome and its reasons. */
const studentColumns = (word: string, nextName: Map<number, string>): Column<StudentProposal>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    width: 170,
    render: (row) => (
      <>
        {listName(row)} <Secondary>{row.number}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: word, card: 'line', render: (row) => row.batch },
  figureColumn('average', 'Average', (row) => row.average, { card: 'figure' }),
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'aside',
    render: (row) => <Badge tone={tones[row.outcome]}>{outcomesAndUndecided[row.outcome]}</Badge>,
  },
  {
    key: 'why',
    title: 'Why',
    wraps: true,
    render: (row) => (
      <>
        {row.note && (
          <>
            {row.note} <Secondary>· The rule: {outcomesAndUndecided[row.proposed].toLowerCase()}. </Secondary>
          </>
        )}
        <Secondary>{row.reasons.join(' ')}</Secondary>
        {row.outcome === 'graduated' && row.designation && <> {row.designation}</>}
      </>
    ),
  },
  {
    key: 'next',
    title: `Next ${word.toLowerCase()}`,
    hidden: true,
    render: (row) => row.nextBatchId && nextName.get(row.nextBatchId),
  },
  { key: 'state', title: 'Status', render: (row) => decisionStates[row.state] },
];

type DecideDialogProps = Pick<PromotionClassProps, 'session' | 'classId' | 'nextBatches' | 'nextClassId'> & {
  isOpen: boolean;
  onClose: () => void;
  isLast: boolean;
  chosen: StudentProposal[];
};

/** Decides about students by hand, or returns them to the rule. */
function DecideDialog(props: DecideDialogProps) {
  const { isOpen, onClose, session, classId, isLast, chosen, nextBatches, nextClassId } = props;
  const words = useTerms(session.institutionId);
  const [outcome, setOutcome] = useState('');
  const offered = Object.entries(outcomes).filter(([key]) =>
    isLast ? key !== 'promoted' && key !== 'on_trial' : key !== 'graduated',
  );
  const isOutcome = outcome in outcomes;
  const goes = isOutcome ? staysIn(outcome as Outcome) : 'leaves';
  const target = goes === 'next' ? nextClassId : goes === 'same' ? classId : null;
  const batches = nextBatches.filter((batch) => batch.classId === target);
  return (
    <Dialog open={isOpen} onClose={onClose} title={`Decide: ${countOf(chosen.length, 'student')}`}>
      {isOpen && (
        <EditForm action="/promotion/decisions" submit="Save" onSuccess={onClose} guard={false}>
          <input type="hidden" name="sessionId" value={session.id} />
          <input type="hidden" name="classId" value={classId} />
          {chosen.map(({ studentId }) => (
            <input key={studentId} type="hidden" name="studentIds[]" value={studentId} />
          ))}
          <p>
            {chosen.slice(0, 3).map(listName).join('; ')}
            {chosen.length > 3 && ` and ${chosen.length - 3} more`}
          </p>
          <SelectField
            name="outcome"
            label="Outcome"
            value={outcome}
            onChange={(event) => setOutcome(event.target.value)}
            options={[...offered, ['rule', 'As the rule proposes'] as const].map(([value, label]) => ({
              value,
              label,
            }))}
          />
          {batches.length > 0 && (
            <SelectField
              name="nextBatchId"
              label={`Next ${words.batch.toLowerCase()}`}
              optional
              placeholder="Chosen when carried out"
              options={batches}
            />
          )}
          {isOutcome && (
            <TextareaField
              name="reason"
              label="Reason"
              optional={chosen.every(({ proposed }) => proposed === outcome)}
              rows={2}
              maxLength={300}
              help="The approver sees it."
            />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
