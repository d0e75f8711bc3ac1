import { SelectField, TextField, type FormState } from '#ui/public/fields.tsx';
import type { ApplyIntake } from './addresses.ts';

interface ReturningProps {
  form: FormState;
  intake: ApplyIntake;
  isReturning: boolean;
  setIsReturning(isReturning: boolean): void;
}

/** 3.6, 4.11: who was here before chooses the batch to return to. */
export function Returning({ form, intake, isReturning, setIsReturning }: ReturningProps) {
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          name="returning_student"
          value="1"
          checked={isReturning}
          onChange={({ target }) => setIsReturning(target.checked)}
        />
        <span>The applicant was a student here before</span>
      </label>
      {isReturning && (
        <div className="two" data-returning>
          <TextField
            state={form}
            name="admission_number"
            label="Admission number"
            hint="As on the old report card."
            autoCapitalize="characters"
            maxLength={40}
          />
          <SelectField
            state={form}
            name="batch_id"
            label="Batch to return to"
            hint="The school confirms it."
            options={intake.batches}
          />
        </div>
      )}
    </>
  );
}
