import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import { channelWords, purposeWords } from './words.ts';
import type { composePageOf } from '../messages.pages.ts';
import { BodyField } from '../shared/body-field.tsx';
import classes from '../shared/compose.module.css';
import type { Written } from '../shared/use-compose.ts';
import { noTemplate, WhatsAppFields } from './whatsapp-fields.tsx';

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
  const { channel, body, audience } = written;
  const school = page.institutions.find(({ id }) => id === page.institutionId)?.name;
  const isNamed = body.includes('{school}') || (school !== undefined && body.includes(school));
  const ways = page.hasWhatsApp
    ? 'e-mail, otherwise WhatsApp for people who wrote within 24 hours, otherwise SMS'
    : 'e-mail, otherwise SMS';
  const fields = page.fields.find(({ of }) => of === (audience.of === 'employees' ? 'employees' : 'guardians'))!.fields;
  return (
    <Card title="Message">
      <div className={classes.fields}>
        <div className={classes.grid}>
          <SelectField
            name="channel"
            label="Channel"
            placeholder={null}
            value={channel}
            options={options(channelWords, page.hasWhatsApp || channel === 'whatsapp' ? [] : ['whatsapp'])}
            help={channel === 'first' ? `A notice for people with an account, otherwise ${ways}.` : undefined}
            onChange={(event) => {
              const chosen = event.target.value as Written['channel'];
              onChange({ channel: chosen, template: chosen === 'whatsapp' ? noTemplate : null });
            }}
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
        {channel === 'whatsapp' && (
          <WhatsAppFields written={written} fields={fields} errors={errors} onChange={onChange} />
        )}
        {!written.template && page.templates.length > 0 && (
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
        {channel !== 'sms' && channel !== 'whatsapp' && (
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
        {!written.template && (
          <BodyField
            value={body}
            fields={fields}
            error={errors['body']}
            isCounted={channel === 'sms' || channel === 'first'}
            onChange={(text) => onChange({ body: text })}
          />
        )}
        {!written.template && channel !== 'email' && channel !== 'notice' && body.trim() !== '' && !isNamed && (
          <p className={classes.hint}>
            The text doesn’t name the school.{' '}
            <Button small onClick={() => onChange({ body: `{school}: ${body}` })}>
              Add its name
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}
