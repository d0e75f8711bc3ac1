import { PROGRAM_PLACEHOLDER_OPTION, REQUIRES_PIN } from '#ui/plain/constants.ts';
import { SelectField, type FormState } from '#ui/public/fields.tsx';
import type { ApplyProgram } from './public.pages.ts';

/** 3.5, 4.18: the label says it. */
export const needsPin = ({ label }: ApplyProgram) => label.includes(REQUIRES_PIN);

interface SelectProps {
  form: FormState;
  programs: ApplyProgram[];
  programId: string;
  changeProgram(id: string): void;
}

/** 9.5: 'Please select' is not a program, compared case-sensitively. The button is for browsers without the script. */
export function ProgramSelect({ form, programs, programId, changeProgram }: SelectProps) {
  return (
    <div className="program-choice">
      <SelectField
        state={form}
        name="program_id"
        label="Programme"
        placeholder={PROGRAM_PLACEHOLDER_OPTION}
        options={programs.map(({ id, label }) => ({ value: id, label }))}
        onChange={({ target }) =>
          changeProgram(target.selectedOptions[0]!.text === PROGRAM_PLACEHOLDER_OPTION ? '' : target.value)
        }
      />
      <noscript>
        <button className="button" name="show" value="1" formNoValidate>
          Show programme
        </button>
      </noscript>
      {!programId && <p className="hint">Choose a programme to see its dates, seats and fee.</p>}
    </div>
  );
}
