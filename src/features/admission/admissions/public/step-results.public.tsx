import { fieldId, SelectField, TextField, type FormState } from '#ui/public/fields.tsx';
import type { ResultsProps } from './steps.ts';
import { YearField } from '#ui/public/day-field.tsx';
import { Rows } from './rows.tsx';
import { StepForm } from './step-frame.tsx';

const lines = 10;

/** Results of public examinations: subjects with their grades, of up to two sittings. */
export default function StepResults(step: ResultsProps) {
  const { errors, examinations, grades, values } = step;
  const state = { values, errors };
  return (
    <StepForm step={step}>
      {!step.isRequired && <p className="hint">Leave this empty if there are no results yet.</p>}
      <Rows state={state} name="results" most={2} open={1} title={(at) => ['Examination', 'Second sitting'][at]!}>
        {(row) => (
          <>
            <div className="two">
              <SelectField state={state} name={`${row}.examination`} label="Examination" options={examinations} />
              <YearField state={state} name={`${row}.year`} label="Year" />
            </div>
            <TextField state={state} name={`${row}.number`} label="Examination number" isOptional maxLength={30} />
            <Subjects state={state} row={row} />
          </>
        )}
      </Rows>
      <datalist id="grades">
        {grades.map((grade) => (
          <option key={grade}>{grade}</option>
        ))}
      </datalist>
    </StepForm>
  );
}

function Subjects({ state, row }: { state: FormState; row: string }) {
  return (
    <table className="subjects">
      <caption className="label">Subjects and grades</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Grade</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: lines }, (_, at) => {
          const name = `${row}.subjects.${at}`;
          const error = state.errors[`${name}.subject`] ?? state.errors[`${name}.grade`];
          return (
            <tr key={name}>
              <td className="field">
                <Cell state={state} name={`${name}.subject`} label={`Subject ${at + 1}`} />
                {error && <p className="error">{error}</p>}
              </td>
              <td className="field">
                <Cell state={state} name={`${name}.grade`} label={`Grade ${at + 1}`} list="grades" maxLength={4} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface CellProps {
  state: FormState;
  name: string;
  label: string;
  list?: string;
  maxLength?: number;
}

const Cell = ({ state, name, label, list, maxLength = 60 }: CellProps) => (
  <input
    id={fieldId(name)}
    name={name}
    list={list}
    maxLength={maxLength}
    aria-label={label}
    aria-invalid={state.errors[name] ? true : undefined}
    autoComplete="off"
    defaultValue={state.values[name] ?? ''}
  />
);
