import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import classes from '../shared/settings.module.css';
import type { settingsPage, SettingsProps } from './setup.routes.ts';
import { Badge } from '#ui/badge.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField, NumberField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { post } from '#ui/post.ts';
import { markKinds, takingModes, type TakingMode } from '../mark-kinds.ts';
import type { Code } from '../marks/mark-fields.ts';
import { Link } from '#ui/link.tsx';
import { useState } from 'react';

/** How an institution takes its registers. */
export default function SettingsPage(props: PropsOf<typeof settingsPage>) {
  const { institutionId, institutions, codes } = props;
  return (
    <>
      <PageHeader
        title="Attendance settings"
        description="How registers are taken, when guardians are notified, and your own codes."
      />
      <div key={institutionId} className={classes.page}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <Card title="Registers and alerts" tour="attendance-rules">
          <RulesForm {...props} />
        </Card>
        <Card title="Your own codes" tour="attendance-codes">
          <OwnCodes institutionId={institutionId} codes={codes} />
        </Card>
      </div>
    </>
  );
}

const builtIn = Object.values(markKinds)
  .map(({ letter, label }) => `${letter} ${label.toLowerCase()}`)
  .join(', ');

/** An institution's own codes, with a form for another one. */
function OwnCodes({ institutionId, codes }: { institutionId: number; codes: Code[] }) {
  const { href } = useAddress();
  return (
    <>
      <p className={classes.about}>
        Every register has {builtIn}. Add your own codes, such as HO for a day at a sports event. Each code counts as
        one of these marks.
      </p>
      {codes.length > 0 && (
        <ul className={classes.codes} aria-label="Your own codes">
          {codes.map((code) => (
            <li key={code.id}>
              <b className={classes.letters}>{code.letters}</b>
              <span className={classes.label}>
                {code.label}
                <small>Counts as {markKinds[code.meaning].label.toLowerCase()}</small>
              </span>
              {code.isRetired && <Badge>Retired</Badge>}
              <Menu
                label={`Actions for ${code.letters}`}
                items={[
                  { label: 'Edit', href: href(`/attendance/codes/${code.id}/edit`), modal: true },
                  code.isRetired
                    ? { label: 'Restore', onSelect: () => post(`/attendance/codes/${code.id}/restore`) }
                    : { label: 'Retire', onSelect: () => void retire(code) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <EditForm key={codes.length} action="/attendance/codes" submit="Add code" guard={false}>
        <input type="hidden" name="institution_id" value={institutionId} />
        <FieldRow>
          <TextField name="letters" label="Letters" maxLength={3} placeholder="HO" autoCapitalize="characters" />
          <TextField name="label" label="Name" maxLength={60} placeholder="Sports event" />
          <SelectField
            name="meaning"
            label="Counts as"
            options={Object.entries(markKinds).map(([value, { label }]) => ({ value, label }))}
          />
        </FieldRow>
      </EditForm>
    </>
  );
}

async function retire(code: Code) {
  const body = `Teachers can no longer choose it. Registers in which it was marked keep it, and you can restore it.`;
  if (await confirm({ title: `Retire ${code.letters}, ${code.label}?`, body, action: 'Retire code' }))
    post(`/attendance/codes/${code.id}/retire`);
}

const options = Object.entries(takingModes).map(([value, label]) => ({ value, label }));

/** What each way of taking registers means. */
const meanings: Record<TakingMode, string> = {
  twice: 'Class teachers take two registers a day, as in the printed register; on a half day, only the morning.',
  once: 'Class teachers take one register a day.',
  lessons: 'The teacher of each lesson takes its register. Percentages are counted for each course.',
};

function RulesForm({ institutionId, rules, opened, timeZone, can }: SettingsProps) {
  const { href } = useAddress();
  const [taken, setTaken] = useState<TakingMode>(rules.taken);
  return (
    <EditForm action="/attendance/settings" submit="Save settings" opened={opened}>
      <input type="hidden" name="institution_id" value={institutionId} />
      <FormSection title="Registers">
        <ChoiceField
          name="taken"
          label="Registers are taken"
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
            Guardians are notified once a day when a child is absent, and once when a child is late.{' '}
            {can.switches ? (
              <Link href={href('/message-switches', { institution_id: institutionId })}>
                Choose channels and texts under Automatic messages.
              </Link>
            ) : (
              'Channels and texts are set under Automatic messages.'
            )}
          </>
        }
      >
        <NumberField
          name="alert_pause"
          min={0}
          max={240}
          label="Minutes for corrections"
          help="After the deadline, or after a register that was taken later. Marks corrected within this time send no message."
        />
      </FormSection>
      <FormSection
        title="Warning limits"
        description="Students who reach one of them are listed under Low attendance. Changes apply immediately, including to past days."
      >
        <FieldRow>
          <NumberField name="warn_below" min={1} max={100} label="Minimum attendance in a term (%)" />
          <NumberField name="warn_in_row" min={2} max={30} label="School days absent in a row" />
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
        label={taken === 'twice' ? 'Morning deadline' : 'Deadline'}
        help={`Time in ${timeZone}. Teachers who have not taken the register are reminded then.`}
      />
      {taken === 'twice' ? (
        <TextField name="afternoon_deadline" type="time" label="Afternoon deadline" />
      ) : (
        kept('afternoon_deadline')
      )}
      {kept('lesson_minutes')}
    </FieldRow>
  );
}
