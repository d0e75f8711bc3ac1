import { useRef, useState } from 'react';
import { isReplaceable, segmentsOf, withoutForcing } from '#kernel/messages/segments.ts';
import { Button } from '#ui/button.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import { channelWords, purposeWords } from '../compose/words.ts';
import type { composePageOf } from '../messages.pages.ts';
import classes from './compose.module.css';
import type { Written } from './use-compose.ts';

interface TextCardProps {
  page: PropsOf<typeof composePageOf>;
  written: Written;
  errors: Record<string, string>;
  onChange: (values: Partial<Written>) => void;
}

const options = (words: Record<string, string>, hidden: string[] = []) =>
  Object.entries(words).flatMap(([value, label]) => (hidden.includes(value) ? [] : [{ value, label }]));

/** How it is sent, and what it says. */
export function TextCard({ page, written, errors, onChange }: TextCardProps) {
  const area = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState('');
  const { channel, body, audience } = written;
  const fields = page.fields.find(({ of }) => of === (audience.of === 'employees' ? 'employees' : 'guardians'))!.fields;
  const insert = (name: string) => {
    const input = area.current?.querySelector('textarea');
    const [start, end] = input ? [input.selectionStart, input.selectionEnd] : [body.length, body.length];
    onChange({ body: `${body.slice(0, start)}{${name}}${body.slice(end)}` });
    setPicked('');
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(start + name.length + 2, start + name.length + 2);
    });
  };
  return (
    <Card title="Message">
      <div className={classes.fields}>
        <div className={classes.grid}>
          <SelectField
            name="channel"
            label="Channel"
            placeholder={null}
            value={channel}
            options={options(channelWords, ['whatsapp'])}
            help={
              channel === 'first' ? 'A notice for people with an account, otherwise e-mail, otherwise SMS.' : undefined
            }
            onChange={(event) => onChange({ channel: event.target.value as Written['channel'] })}
          />
          <SelectField
            name="purpose"
            label="Purpose"
            placeholder={null}
            value={written.purpose}
            options={options(purposeWords)}
            help={written.purpose === 'marketing' ? 'People who opted out of marketing are left out.' : undefined}
            onChange={(event) => onChange({ purpose: event.target.value as Written['purpose'] })}
          />
        </div>
        {page.templates.length > 0 && (
          <SelectField
            name="template"
            label="Template"
            optional
            value=""
            placeholder="Start from a template…"
            options={page.templates.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => {
              const chosen = page.templates.find(({ id }) => String(id) === event.target.value);
              if (chosen) onChange({ subject: chosen.subject ?? '', body: chosen.body });
            }}
          />
        )}
        {channel !== 'sms' && (
          <TextField
            name="subject"
            label="Subject"
            maxLength={200}
            optional={channel !== 'email'}
            value={written.subject}
            error={errors['subject']}
            onChange={(event) => onChange({ subject: event.target.value })}
          />
        )}
        <div ref={area}>
          <TextareaField
            name="body"
            label="Text"
            rows={6}
            maxLength={5000}
            value={body}
            error={errors['body']}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        </div>
        <SelectField
          name="field"
          label="Insert a field"
          optional
          placeholder="Choose a field…"
          value={picked}
          options={fields.map(({ name, label }) => ({ value: name, label: `${label} {${name}}` }))}
          onChange={(event) => event.target.value && insert(event.target.value)}
        />
        {(channel === 'sms' || channel === 'first') && (
          <Counter body={body} onChange={(text) => onChange({ body: text })} />
        )}
      </div>
    </Card>
  );
}

/** Characters, encoding and parts of the text as typed, with what makes it longer than it must be. */
function Counter({ body, onChange }: { body: string; onChange: (body: string) => void }) {
  const { encoding, places, parts, left, forcing } = segmentsOf(body);
  return (
    <div className={classes.counter} role="status">
      <p>
        {count(places)} {places === 1 ? 'character' : 'characters'} · {encoding} · {count(parts)}{' '}
        {parts === 1 ? 'part' : 'parts'} · {count(left)} left in this part
        {body.includes('{') && ' · fields are counted when they are filled in'}
      </p>
      {forcing.length > 0 && (
        <p className={classes.forcing}>
          These characters make each part hold 70 instead of 160:{' '}
          {forcing.slice(0, 12).map((character) => (
            <mark key={character}>{character}</mark>
          ))}
          {forcing.some(isReplaceable) && (
            <Button small onClick={() => onChange(withoutForcing(body))}>
              Replace
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
