import { TextField } from '#ui/public/fields.tsx';
import type { RowsProps } from './steps.ts';
import { YearField } from '#ui/public/day-field.tsx';
import { Rows } from './rows.tsx';
import { StepForm } from './step-frame.tsx';

/** Schools that the applicant has attended, the last one first. */
export default function StepSchools(step: RowsProps) {
  const { errors, values } = step;
  const state = { values, errors };
  return (
    <StepForm step={step}>
      {!step.isRequired && <p className="hint">Leave this empty if there was no school before.</p>}
      <Rows
        state={state}
        name="schools"
        most={3}
        open={1}
        title={(at) => ['Last school', 'School before that', 'School before those'][at]!}
      >
        {(row) => (
          <>
            <TextField state={state} name={`${row}.name`} label="Name and town" maxLength={150} />
            <div className="two">
              <YearField state={state} name={`${row}.from`} label="From" isOptional />
              <YearField state={state} name={`${row}.to`} label="To" isOptional />
            </div>
            <TextField state={state} name={`${row}.lastClass`} label="Last class" isOptional maxLength={40} />
          </>
        )}
      </Rows>
    </StepForm>
  );
}
