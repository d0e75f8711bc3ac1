import { useState, type SyntheticEvent } from 'react';
import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { openModal } from '#ui/overlays/modal.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote, useRemote } from '#web/client/remote.ts';
import type { SeveralKind } from './moves/move-fields.ts';
import { DebtsSeen } from './shared/debts-seen.tsx';
import classes from './shared/student-move.module.css';

interface BulkMovesProps {
  studentIds: number[];
  can: { assignBatch: boolean; changeStatus: boolean; merge: boolean };
  onMoved: () => void;
}

type Act = SeveralKind | 'enrolment';
const titles: Record<Act, string> = {
  graduate: 'Graduate',
  withdraw: 'Withdraw',
  enrolment: 'Change first day in class of',
};

/** Further actions on selected students: first day in class, graduate, withdraw or merge. */
export function BulkMoves({ studentIds, can, onMoved }: BulkMovesProps) {
  const [kind, setKind] = useState<Act | null>(null);
  const [one, other] = studentIds;
  const items = [
    ...(can.assignBatch ? [{ label: 'Change first day in class', onSelect: () => setKind('enrolment') }] : []),
    ...(can.changeStatus
      ? [
          { label: 'Graduate', onSelect: () => setKind('graduate') },
          { label: 'Withdraw', onSelect: () => setKind('withdraw') },
        ]
      : []),
    ...(can.merge && studentIds.length === 2
      ? [{ label: 'Merge duplicate', onSelect: () => openModal(`/students/${one}/merge?with=${other}`) }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label="More for the selection" items={items} />
      <Dialog
        open={kind !== null}
        onClose={() => setKind(null)}
        title={kind ? `${titles[kind]} ${countOf(studentIds.length, 'student')}` : ''}
      >
        {kind && (
          <MoveForm
            kind={kind}
            studentIds={studentIds}
            onDone={() => {
              setKind(null);
              onMoved();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function MoveForm({ kind, studentIds, onDone }: { kind: Act; studentIds: number[]; onDone: () => void }) {
  const { busy, errors, message, send } = useRemote<{ message: string; undo?: string }>();
  const isEnrolment = kind === 'enrolment';
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const answer = await send('POST', event.currentTarget.action, {
      ...(Object.fromEntries(form) as Record<string, string>),
      studentIds,
    });
    if (!answer) return;
    onDone();
    const address = answer.json.undo;
    toast({ message: answer.json.message, tone: 'good', ...(address && { undo: { run: () => undo(address) } }) });
  };
  return (
    <FormErrors value={errors}>
      <form
        className={classes.fields}
        action={`/students/${kind}`}
        method="post"
        onSubmit={(event) => void submit(event)}
      >
        <DatePickerField name="onDate" label={isEnrolment ? 'First day in class' : 'Last day'} />
        {kind === 'withdraw' && (
          <TextareaField
            name="reason"
            label="Reason"
            help="Saved in the history with your name."
            rows={2}
            maxLength={300}
          />
        )}
        {!isEnrolment && (
          <>
            <CheckboxField
              name="keepsSignIn"
              label="Keep their accounts active"
              help="They can still view their results."
              defaultChecked
            />
            <DebtsSeen address={`/students/leaving-debts?ids=${studentIds.join(',')}`} />
          </>
        )}
        <ul className={classes.preview}>
          <li>If one student can’t be changed, none are, and you see the reason.</li>
          <li>
            {isEnrolment
              ? 'Registers since this day can then be taken with them.'
              : 'Their seats become free on this date. Nothing is deleted.'}
          </li>
        </ul>
        {message && (
          <p className={classes.refusal} role="alert">
            {message}
          </p>
        )}
        <div className={classes.buttons}>
          <Button type="submit" tone="primary" loading={busy}>
            {titles[kind]} {countOf(studentIds.length, 'student')}
          </Button>
        </div>
      </form>
    </FormErrors>
  );
}

async function undo(address: string) {
  try {
    const { json } = await remote<{ message: string }>('POST', address);
    toast({ message: json.message, tone: 'info' });
    router.reload();
  } catch (error) {
    toast({ message: explain(error).message, tone: 'bad' });
  }
}
