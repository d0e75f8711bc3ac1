import { useState } from 'react';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import type { switchesPage } from '../contact.pages.ts';
import { EventRows } from './event-rows.tsx';
import { SwitchDialog, type OpenCell } from './switch-dialog.tsx';
import classes from './switches.module.css';

type Props = PropsOf<typeof switchesPage>;

/** Which events write to whom, and how. */
export default function SwitchesPage(props: Props) {
  const { institutionId, institutions, groups, currency } = props;
  const [open, setOpen] = useState<OpenCell | null>(null);
  return (
    <>
      <PageHeader
        title="Message switches"
        description="Choose which events send messages by themselves. What an event would send is shown before you switch it on."
      />
      <div key={institutionId} className={classes.page} data-tour="event-switches">
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        {groups.map(({ key, label, events }) => (
          <Card key={key} title={label} flush>
            <EventRows events={events} onOpen={setOpen} />
          </Card>
        ))}
        <Times {...props} />
      </div>
      {open && (
        <SwitchDialog
          key={open.event.key}
          open={open}
          institutionId={institutionId}
          currency={currency}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function Times({ institutionId, settings, opened }: Props) {
  return (
    <Card title="Times and questions">
      <EditForm action="/message-switches" submit="Save" opened={opened}>
        <input type="hidden" name="institution_id" value={institutionId} />
        <FieldRow>
          <NumberField
            name="due_days"
            label="Days before a fee is due"
            defaultValue={settings.due_days}
            min={1}
            max={30}
          />
          <NumberField
            name="overdue_days"
            label="Days after it was due"
            defaultValue={settings.overdue_days}
            min={1}
            max={90}
          />
          <NumberField
            name="birthday_hour"
            label="Hour of birthday greetings"
            defaultValue={settings.birthday_hour}
            min={5}
            max={20}
          />
        </FieldRow>
        <CheckboxField
          name="answers_balance"
          label="Answer “BAL 2026/0014” by SMS"
          defaultChecked={settings.answers_balance}
          help="With what the student owes, to the numbers of the student’s guardians alone."
        />
        <CheckboxField
          name="answers_result"
          label="Answer “RESULT 2026/0014 pin” by SMS"
          defaultChecked={settings.answers_result}
          help="With the latest published result, to the numbers of the student’s guardians, if the pin opens it. Each answer counts as a view."
        />
      </EditForm>
    </Card>
  );
}
