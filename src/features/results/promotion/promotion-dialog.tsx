import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DebtsSeen } from '#features/people/students/shared/debts-seen.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { ClassOverview } from './overview.queries.ts';
import type { SessionChoice } from './promotion.access.ts';
import type { placings } from './rollover/place-students.ts';

export type Act = 'ask' | 'withdraw' | 'carryOut';

const acts: Record<Act, { title: string; submit: string; action: string }> = {
  ask: { title: 'Ask for approval', submit: 'Ask for approval', action: '/promotion/approval' },
  withdraw: { title: 'Withdraw the approval', submit: 'Withdraw', action: '/promotion/withdraw-approval' },
  carryOut: { title: 'Carry out', submit: 'Carry out', action: '/promotion/carry-out' },
};
const placingWords: Record<keyof typeof placings, string> = {
  same_arm: 'The same arm as now',
  spread: 'By average: the best spread over all',
  streamed: 'By average: the best together',
};

interface PromotionDialogProps {
  act: Act | null;
  onClose: () => void;
  session: SessionChoice;
  chosen: ClassOverview[];
}

/** Confirms a step for the chosen classes, with how many students it concerns. */
export function PromotionDialog({ act, onClose, session, chosen }: PromotionDialogProps) {
  const words = useWords(session.institutionId);
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
              {undecided > 0 && ` ${countOf(undecided, 'student')} undecided: left out until decided.`}
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
              <SelectField
                name="placing"
                label={`How to fill the ${words.batches.toLowerCase()}`}
                placeholder={null}
                options={Object.entries(placingWords).map(([value, label]) => ({ value, label }))}
                help={`Students for whom a ${words.batch.toLowerCase()} was chosen go there.`}
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
