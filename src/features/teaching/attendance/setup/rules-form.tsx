import { Link } from '#ui/link.tsx';
import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { takingModes, type TakingMode } from '../mark-kinds.ts';
import type { SettingsProps } from './settings.queries.ts';

const options = Object.entries(takingModes).map(([value, label]) => ({ value, label }));

/** What each way of taking registers means. */
const meanings: Record<TakingMode, string> = {
  twice: 'Class teachers take two registers a day, as the printed register has them; on a half day the morning alone.',
  once: 'Class teachers take one register a day.',
  lessons: 'The teacher of each lesson takes its register. Percentages are counted for each course.',
};

export function RulesForm({ institutionId, rules, opened, timeZone, can }: SettingsProps) {
  const { href } = useAddress();
  const [taken, setTaken] = useState<TakingMode>(rules.taken);
  return (
    <EditForm action="/attendance/settings" submit="Save settings" opened={opened}>
      <input type="hidden" name="institution_id" value={institutionId} />
      <FormSection title="Registers">
        <SelectField
          name="taken"
          label="Registers are taken"
          placeholder={null}
          options={options}
          defaultValue={rules.taken}
          onChange={({ target }) => setTaken(target.value as TakingMode)}
          help={`${meanings[taken]}${taken === rules.taken ? '' : ' This applies from now on: registers already taken stay, and count in totals as they are.'}`}
        />
        <Deadlines taken={taken} rules={rules} timeZone={timeZone} />
      </FormSection>
      <FormSection
        title="Alerts to guardians"
        description={
          <>
            A guardian is told once a day that a child is absent, and once that a child is late.{' '}
            {can.switches ? (
              <Link href={href('/message-switches', { institution_id: institutionId })}>
                Choose channels and texts on the page of message switches.
              </Link>
            ) : (
              'Channels and texts are set under Message switches.'
            )}
          </>
        }
      >
        <NumberField
          name="alert_pause"
          defaultValue={rules.alert_pause}
          min={0}
          max={240}
          label="Minutes for corrections"
          help="After the deadline, or after a register that was taken later. A mark that is corrected within this time sends nothing."
        />
      </FormSection>
      <FormSection
        title="Warning limits"
        description="Students who reach one of them are listed under Low attendance. A change applies at once, also to days that have passed."
      >
        <FieldRow>
          <NumberField
            name="warn_below"
            defaultValue={rules.warn_below}
            min={1}
            max={100}
            label="Minimum attendance in a term (%)"
          />
          <NumberField
            name="warn_in_row"
            defaultValue={rules.warn_in_row}
            min={2}
            max={30}
            label="School days absent in a row"
          />
        </FieldRow>
      </FormSection>
    </EditForm>
  );
}

/** Fields of other ways keep their values. */
function Deadlines({ taken, rules, timeZone }: Pick<SettingsProps, 'rules' | 'timeZone'> & { taken: TakingMode }) {
  const kept = (name: 'morning_deadline' | 'afternoon_deadline' | 'lesson_minutes') => (
    <input type="hidden" name={name} value={rules[name]} />
  );
  if (taken === 'lessons')
    return (
      <>
        <NumberField
          name="lesson_minutes"
          defaultValue={rules.lesson_minutes}
          min={0}
          max={240}
          label="Minutes after the end of a lesson"
          help="Lessons come from the published timetable. Teachers whose register is missing are reminded then."
        />
        {kept('morning_deadline')}
        {kept('afternoon_deadline')}
      </>
    );
  return (
    <FieldRow>
      <TextField
        name="morning_deadline"
        type="time"
        defaultValue={rules.morning_deadline}
        label={taken === 'twice' ? 'Morning deadline' : 'Deadline'}
        help={`Time in ${timeZone}. Teachers who have not taken the register are reminded then.`}
      />
      {taken === 'twice' ? (
        <TextField
          name="afternoon_deadline"
          type="time"
          defaultValue={rules.afternoon_deadline}
          label="Afternoon deadline"
        />
      ) : (
        kept('afternoon_deadline')
      )}
      {kept('lesson_minutes')}
    </FieldRow>
  );
}
