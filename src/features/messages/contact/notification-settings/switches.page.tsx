import { useState, useRef } from 'react';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextareaField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import type { switchesPage } from '../contact.pages.ts';
import classes from './switches.module.css';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { eventAudiences, eventChannels } from '#kernel/messages/events.ts';
import type { SwitchedEvent, SwitchCell } from './save-settings.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { count, countOf, money } from '#ui/format.ts';
import { useAnswer } from '#web/client/use-answer.ts';
import type { SwitchPreview } from './preview.ts';

type Props = PropsOf<typeof switchesPage>;

/** Which events write to whom, and how. */
export default function SwitchesPage(props: Props) {
  const { institutionId, institutions, groups, currency } = props;
  const [open, setOpen] = useState<OpenCell | null>(null);
  return (
    <>
      <PageHeader
        title="Automatic messages"
        description="Choose which events send messages automatically. You see what an event would send before you switch it on."
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

function Times({ institutionId, opened }: Props) {
  return (
    <Card title="Times and questions">
      <EditForm action="/message-switches" submit="Save" opened={opened}>
        <input type="hidden" name="institution_id" value={institutionId} />
        <FieldRow>
          <NumberField name="due_days" label="Days before a fee is due" min={1} max={30} />
          <NumberField name="overdue_days" label="Days after it was due" min={1} max={90} />
          <NumberField name="birthday_hour" label="Hour of birthday greetings" min={5} max={20} />
        </FieldRow>
        <CheckboxField
          name="answers_balance"
          label="Answer “BAL 2026/0014” by SMS"
          help="With what the student owes, to the numbers of the student’s guardians only."
        />
        <CheckboxField
          name="answers_result"
          label="Answer “RESULT 2026/0014 pin” by SMS"
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
                <span className="fine ink-3">{eventAudiences[audience]}</span>
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

interface OpenCell {
  event: SwitchedEvent;
  cell: SwitchCell;
}

interface SwitchDialogProps {
  open: OpenCell;
  institutionId: number;
  currency: string;
  onClose: () => void;
}

/** One cell: what it would send, its text, and the switch. */
function SwitchDialog({ open: { event, cell }, institutionId, currency, onClose }: SwitchDialogProps) {
  const [text, setText] = useState(cell.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const { audience, channel } = cell;
  const insert = (name: string) => {
    const area = field.current;
    const at = area?.selectionStart ?? text.length;
    setText(`${text.slice(0, at)}{${name}}${text.slice(area?.selectionEnd ?? at)}`);
    area?.focus();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`${event.label}: ${eventAudiences[audience]}, ${eventChannels[channel]}`}
    >
      <EditForm
        action="/message-switches/cell"
        submit="Save"
        opened={{ is_on: cell.is_on, text: cell.text }}
        onSuccess={onClose}
        options={{ preserveScroll: true }}
        aside={
          <Button tone="plain" disabled={text === cell.usual} onClick={() => setText(cell.usual)}>
            Reset text to default
          </Button>
        }
      >
        {Object.entries({ institution_id: institutionId, event: event.key, audience, channel }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <CheckboxField name="is_on" label="Switched on" help={event.about} />
        <TextareaField
          name="text"
          label="Text"
          rows={4}
          maxLength={1000}
          ref={field}
          value={text}
          onChange={({ target }) => setText(target.value)}
          help={channel === 'sms' ? partsInWords(text) : undefined}
        />
        <div className={classes.fields}>
          Insert:
          {cell.fields.map(({ name, label }) => (
            <Button key={name} small onClick={() => insert(name)}>
              {label}
            </Button>
          ))}
        </div>
        <CellPreview
          cell={{ institution_id: institutionId, event: event.key, audience, channel }}
          text={text}
          currency={currency}
        />
      </EditForm>
    </Dialog>
  );
}

/** Of the text with its fields in braces, which are longer or shorter than what replaces them. */
function partsInWords(text: string): string {
  const { places, parts, encoding, forcing } = segmentsOf(text);
  const forced = forcing.length ? `, because of ${forcing.slice(0, 5).join(' ')}` : '';
  return `About ${places} characters, ${parts} ${parts === 1 ? 'part' : 'parts'} (${encoding}${forced}). Names and amounts change the length.`;
}

interface CellPreviewProps {
  cell: { institution_id: number; event: string; audience: string; channel: string };
  text: string;
  currency: string;
}

/** What the cell would have sent in the last thirty days; follows what is typed. */
function CellPreview({ cell, text, currency }: CellPreviewProps) {
  const { answer: preview, problem } = useAnswer<SwitchPreview>(
    '/message-switches/preview',
    JSON.stringify({ ...cell, text }),
    { method: 'GET', pause: 300 },
  );
  return (
    <div className={classes.preview} role="status">
      {problem ||
        (preview ? <Shown {...preview} currency={currency} isSms={cell.channel === 'sms'} /> : 'Loading the preview…')}
    </div>
  );
}

function Shown({
  example,
  to,
  messages,
  parts,
  cost,
  isMore,
  currency,
  isSms,
}: SwitchPreview & { currency: string; isSms: boolean }) {
  return (
    <>
      {to ? `A recent example, to ${to}:` : 'An example with made-up values:'}
      <blockquote>{example}</blockquote>
      {messages !== null && (
        <>
          Last 30 days: {isMore && 'more than '}
          <strong>{countOf(messages, 'message')}</strong>
          {isSms && messages > 0 && `, ${count(parts)} ${parts === 1 ? 'part' : 'parts'}`}
          {isSms &&
            messages > 0 &&
            (cost === null ? ', cost unknown until prices are entered' : `, about ${money(cost, currency)}`)}
          .
        </>
      )}
    </>
  );
}
