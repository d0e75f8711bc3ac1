import { useState } from 'react';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import styles from './promotion.module.css';
import type { promotionPage } from './promotion.routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Secondary, DateTimeText } from '#ui/text.tsx';
import { outcomesAndUndecided, type Outcome } from './outcomes.ts';
import type { ClassOverview, RunRow } from './overview.queries.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Card } from '#ui/records/card.tsx';
import { DebtsSeen } from '#features/people/students/shared/debts-seen.tsx';
import type { SessionChoice } from './promotion.access.ts';
import type { placings } from './rollover/place-students.ts';

/** What follows a session, class by class: who goes on, what is approved, what is carried out. */
export default function PromotionPage({ sessions, session, classes, runs, can }: PropsOf<typeof promotionPage>) {
  const address = useAddress();
  const words = useTerms(session?.institutionId);
  const withInstitution = useWithInstitution();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [act, setAct] = useState<Act | null>(null);
  const chosen = classes.filter(({ id }) => selected.has(id));
  const sum = (of: (one: (typeof classes)[number]) => number, rows = classes) =>
    rows.reduce((total, one) => total + of(one), 0);
  const open = (one: (typeof classes)[number]) => one.states.proposed + one.states.changed;
  const close = () => {
    setAct(null);
    setSelected(new Set());
  };
  const here = { session: session?.id };
  return (
    <>
      <PageHeader
        title="Promotion"
        description={session?.next ? `From ${session.name} to ${session.next.name}` : undefined}
        more={[
          { label: 'Checklist to close the session', href: address.href('/promotion/checklist', here) },
          { label: 'Promotion rules', href: address.href('/promotion/rules') },
          { label: 'List as XLSX', href: address.href('/promotion/list.xlsx', here), external: true },
          { label: 'List as PDF', href: address.href('/promotion/list.pdf', here), external: true },
        ]}
      />
      {session && (
        <div className={styles.choice} data-tour="promotion-session">
          <ChoiceField
            name="session"
            label="Session"
            value={String(session.id)}
            onChange={(event) => address.go({ session: event.target.value })}
            options={sessions.map(({ id, name, institutionId }) => ({
              value: String(id),
              label: withInstitution(name, institutionId),
            }))}
          />
        </div>
      )}
      {classes.length === 0 ? (
        <EmptyState title="Nobody in this session">
          Students appear here once they are in a {words.batch.toLowerCase()} of the session.
        </EmptyState>
      ) : (
        <>
          <div className={styles.figures}>
            <Stats>
              <Stat label="Students" value={sum(({ students }) => students)} />
              <Stat label="Undecided" value={sum(({ outcomes }) => outcomes.undecided)} />
              <Stat
                label="To be approved"
                value={sum((one) => open(one)) - sum(({ outcomes }) => outcomes.undecided)}
              />
              <Stat label="Approved" value={sum(({ states }) => states.approved)} />
              <Stat label="Carried out" value={sum(({ states }) => states.done)} />
            </Stats>
          </div>
          <DataTable
            name="promotion"
            caption={words.classes}
            columns={classColumns(words.class)}
            rows={classes}
            rowLabel={({ name }) => name}
            rowHref={({ id }) => address.href('/promotion/class', { ...here, class: id })}
            {...(can.change && { selection: { selected, onChange: setSelected } })}
          />
        </>
      )}
      <RunList runs={runs} canUndo={can.carryOut} />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        {chosen.some((one) => open(one) > one.outcomes.undecided) && (
          <Button onClick={() => setAct('ask')}>Request approval</Button>
        )}
        {chosen.some(({ states }) => states.approved > 0) && (
          <>
            {can.carryOut && <Button onClick={() => setAct('carryOut')}>Carry out</Button>}
            <Button onClick={() => setAct('withdraw')}>Withdraw approval</Button>
          </>
        )}
      </BulkBar>
      {session && <PromotionDialog act={act} onClose={close} session={session} chosen={chosen} />}
    </>
  );
}

const shown: (Outcome | 'undecided')[] = ['promoted', 'on_trial', 'repeat', 'graduated', 'withdrawn', 'undecided'];

/** Classes with how many go on, repeat or leave; none is an empty cell, so that numbers stand out. */
const classColumns = (word: string): Column<ClassOverview>[] => [
  {
    key: 'name',
    title: word,
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.nextClass ? `to ${row.nextClass}` : 'final class'}</Secondary>
      </>
    ),
  },
  { key: 'program', title: 'Programme', hidden: true, render: (row) => row.program },
  { key: 'rule', title: 'Rule', hidden: true, wraps: true, render: (row) => row.rule ?? 'None' },
  figureColumn('students', 'Students', (row) => row.students, { card: 'figure' }),
  ...shown.map((key): Column<ClassOverview> => ({
    key,
    title: outcomesAndUndecided[key],
    numeric: true,
    align: 'end',
    render: (row) => row.outcomes[key] || null,
  })),
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    tour: 'promotion-state',
    render: (row) => <ClassState {...row} />,
  },
];

function ClassState({ rule, states, outcomes, isWaiting }: ClassOverview) {
  const open = states.proposed + states.changed;
  if (open === 0 && states.approved === 0) return <Badge tone="good">Carried out</Badge>;
  if (!rule && outcomes.undecided > 0) return <Badge tone="bad">No rule</Badge>;
  if (isWaiting) return <Badge tone="info">Waiting for approval</Badge>;
  if (open > 0 && outcomes.undecided === open && states.approved === 0)
    return <Badge tone="bad">Results missing</Badge>;
  if (open > 0) return <Badge tone="info">Proposal</Badge>;
  return <Badge tone="good">Approved</Badge>;
}

/** What was carried out, each of which is undone as a whole. */
function RunList({ runs, canUndo }: { runs: RunRow[]; canUndo: boolean }) {
  const [undoing, setUndoing] = useState<RunRow | null>(null);
  if (runs.length === 0) return null;
  return (
    <div className={styles.runs}>
      <Card title="Carried out" flush>
        <DataTable
          name="promotion-runs"
          caption="Carried out"
          rows={runs}
          columns={[
            { key: 'at', title: 'When', primary: true, render: (row) => <DateTimeText value={row.at} /> },
            { key: 'students', title: 'Students', card: 'line', render: (row) => countOf(row.students, 'student') },
            { key: 'by', title: 'By', render: (row) => row.by },
            {
              key: 'undo',
              title: 'Status',
              align: 'end',
              card: 'aside',
              hideable: false,
              render: (row) =>
                row.isUndone ? (
                  <Secondary>Undone: {row.undoReason}</Secondary>
                ) : (
                  canUndo && (
                    <Button small onClick={() => setUndoing(row)}>
                      Undo
                    </Button>
                  )
                ),
            },
          ]}
        />
        <Dialog open={undoing !== null} onClose={() => setUndoing(null)} title="Undo as a whole">
          {undoing && (
            <EditForm action="/promotion/undo" submit="Undo" onSuccess={() => setUndoing(null)} guard={false}>
              <input type="hidden" name="runId" value={undoing.id} />
              <p>{countOf(undoing.students, 'student')} will return to where they were. The approval stays.</p>
              <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
            </EditForm>
          )}
        </Dialog>
      </Card>
    </div>
  );
}

type Act = 'ask' | 'withdraw' | 'carryOut';

const acts: Record<Act, { title: string; submit: string; action: string }> = {
  ask: { title: 'Request approval', submit: 'Request approval', action: '/promotion/approval' },
  withdraw: { title: 'Withdraw the approval', submit: 'Withdraw', action: '/promotion/withdraw-approval' },
  carryOut: { title: 'Carry out', submit: 'Carry out', action: '/promotion/carry-out' },
};
const placingWords: Record<keyof typeof placings, string> = {
  same_arm: 'The same arm as now',
  spread: 'By average, spread evenly',
  streamed: 'By average, best together',
};

interface PromotionDialogProps {
  act: Act | null;
  onClose: () => void;
  session: SessionChoice;
  chosen: ClassOverview[];
}

/** Confirms a step for the chosen classes, with how many students it concerns. */
function PromotionDialog({ act, onClose, session, chosen }: PromotionDialogProps) {
  const words = useTerms(session.institutionId);
  const sum = (of: (one: ClassOverview) => number) => chosen.reduce((total, one) => total + of(one), 0);
  const approved = sum(({ states }) => states.approved);
  const undecided = sum(({ outcomes }) => outcomes.undecided);
  const open = sum(({ states }) => states.proposed + states.changed) - undecided;
  return (
    <Dialog open={act !== null} onClose={onClose} title={act ? acts[act].title : ''}>
      {act && (
        <EditForm action={acts[act].action} submit={acts[act].submit} onSuccess={onClose} guard={false}>
          <input type="hidden" name="sessionId" value={session.id} />
          {chosen.map(({ id }) => (
            <input key={id} type="hidden" name="classIds[]" value={id} />
          ))}
          <p>{chosen.map(({ name }) => name).join(', ')}</p>
          {act === 'ask' && (
            <p>
              {countOf(open, 'student')} will be approved by a second person.
              {undecided > 0 && ` ${countOf(undecided, 'student')} undecided: skipped until decided.`}
            </p>
          )}
          {act === 'withdraw' && (
            <>
              <p>The decisions about {countOf(approved, 'student')} can be changed again, and need a new approval.</p>
              <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
            </>
          )}
          {act === 'carryOut' && (
            <>
              <p>
                {countOf(approved, 'student')} {approved === 1 ? 'moves' : 'move'} to{' '}
                {session.next?.name ?? 'the next session'}, repeat or leave. It can be undone as a whole until the new
                session has marks or bills.
              </p>
              <ChoiceField
                name="placing"
                label={`How to fill the ${words.batches.toLowerCase()}`}
                options={placingWords}
                help={`Students with a chosen ${words.batch.toLowerCase()} go there.`}
              />
              <DebtsSeen
                address={`/promotion/leaving-debts?session=${session.id}&ids=${chosen.map(({ id }) => id).join(',')}`}
              />
            </>
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
