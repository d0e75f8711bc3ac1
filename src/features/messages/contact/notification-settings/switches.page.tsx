import { useState } from 'react';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import type { switchesPage } from '../contact.pages.ts';
import { SwitchDialog, type OpenCell } from './switch-dialog.tsx';
import classes from './switches.module.css';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { eventAudiences, eventChannels } from '#kernel/messages/events.ts';
import type { SwitchedEvent } from './switches.queries.ts';

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

/** The events of a group: a row for each, with its audiences and a button for each channel. */
function EventRows({ events, onOpen }: { events: SwitchedEvent[]; onOpen: (cell: OpenCell) => void }) {
  return (
    <ul>
      {events.map((event) => (
        <li key={event.key} className={classes.event}>
          <div className={classes.name}>
            <strong>{event.label}</strong>
            {(event.always ?? event.about) && <span>{event.always ?? event.about}</span>}
          </div>
          {event.always ? (
            <div className={classes.always}>
              <Badge tone="info">Always on</Badge>
            </div>
          ) : (
            event.audiences.map((audience) => (
              <div key={audience} className={classes.audience}>
                <span className={classes.to}>{eventAudiences[audience]}</span>
                <div className={classes.channels}>
                  {event.cells
                    .filter((cell) => cell.audience === audience)
                    .map((cell) => (
                      <button
                        key={cell.channel}
                        type="button"
                        className={cx(classes.cell, cell.is_on && classes.on)}
                        aria-label={`${event.label}, ${eventAudiences[audience]}, ${eventChannels[cell.channel]}: ${cell.is_on ? 'on' : 'off'}`}
                        onClick={() => onOpen({ event, cell })}
                      >
                        {eventChannels[cell.channel]} <span>{cell.is_on ? 'On' : 'Off'}</span>
                      </button>
                    ))}
                </div>
              </div>
            ))
          )}
        </li>
      ))}
    </ul>
  );
}
