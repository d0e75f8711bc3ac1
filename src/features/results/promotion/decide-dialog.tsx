import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf, listName } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useWords } from '#web/client/use-words.ts';
import { outcomes, staysIn, type Outcome } from './outcomes.ts';
import type { PromotionClassProps } from './promotion.pages.ts';
import type { StudentProposal } from './proposal/proposals.ts';

type DecideDialogProps = Pick<PromotionClassProps, 'session' | 'classId' | 'nextBatches' | 'nextClassId'> & {
  isOpen: boolean;
  onClose: () => void;
  isLast: boolean;
  chosen: StudentProposal[];
};

/** Decides about students by hand, or returns them to the rule. */
export function DecideDialog(props: DecideDialogProps) {
  const { isOpen, onClose, session, classId, isLast, chosen, nextBatches, nextClassId } = props;
  const words = useWords(session.institutionId);
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
              placeholder="Chosen when it is carried out"
              options={batches.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          {isOutcome && (
            <TextareaField
              name="reason"
              label="Reason"
              optional={chosen.every(({ proposed }) => proposed === outcome)}
              rows={2}
              maxLength={300}
              help="Whoever approves reads it."
            />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
