import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { eventAudiences, eventChannels } from '#kernel/messages/events.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import type { SwitchCell, SwitchedEvent } from './switches.queries.ts';
import { CellPreview } from './cell-preview.tsx';
import classes from './switches.module.css';

export interface OpenCell {
  event: SwitchedEvent;
  cell: SwitchCell;
}

interface Props {
  open: OpenCell;
  institutionId: number;
  currency: string;
  onClose: () => void;
}

/** One cell: what it would send, its text, and the switch. */
export function SwitchDialog({ open: { event, cell }, institutionId, currency, onClose }: Props) {
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
        <CheckboxField name="is_on" label="Switched on" defaultChecked={cell.is_on} help={event.about} />
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
