import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { post } from '#ui/post.ts';
import type { RegistrationState } from './registration.ts';

interface DecideFormsProps {
  registrationId: number;
  state: RegistrationState;
  canApprove: boolean;
}

/** Approves a registration, or returns it to the student with words. */
export function DecideForms({ registrationId, state, canApprove }: DecideFormsProps) {
  const [isReturning, setIsReturning] = useState(false);
  return (
    <>
      {state === 'submitted' && canApprove && (
        <Button tone="primary" onClick={() => post('/course-registrations/approve', { ids: String(registrationId) })}>
          Approve
        </Button>
      )}
      {state !== 'returned' && <Button onClick={() => setIsReturning(true)}>Return to student</Button>}
      <Dialog open={isReturning} onClose={() => setIsReturning(false)} title="Return to student">
        {isReturning && (
          <EditForm
            action={`/course-registrations/${registrationId}/return`}
            submit="Return"
            onSuccess={() => setIsReturning(false)}
            guard={false}
          >
            <TextareaField
              name="remark"
              label="What must change"
              rows={3}
              maxLength={500}
              help="The student reads this and can submit again. What you approved before stays until you approve again."
            />
          </EditForm>
        )}
      </Dialog>
    </>
  );
}
