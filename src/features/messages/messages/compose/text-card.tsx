import { Button } from '#ui/button.tsx';
import { TextField, TextareaField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import { channelLabels, purposeLabels } from './message-labels.ts';
import type { composePageOf } from '../messages.pages.ts';
import { BodyField } from '../shared/body-field.tsx';
import classes from '../shared/compose.module.css';
import type { MessageDraft } from '../shared/audience-fields.tsx';
import { useState, useMemo } from 'react';
import { useAnswer } from '#web/client/use-answer.ts';
import type { ApprovedTemplate } from '#kernel/messages/providers/provider.ts';
import { filledText, isFilled, placesIn, type TemplateValues } from '../whatsapp/filled-text.ts';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import type { Preview } from './compose-preview.ts';

interface TextCardProps {
  page: PropsOf<typeof composePageOf>;
  written: MessageDraft;
  errors: Record<string, string>;
  onChange: (values: Partial<MessageDraft>) => void;
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
          <ChoiceField
            name="channel"
            label="Channel"
            value={channel}
            options={options(channelLabels, page.hasWhatsApp || channel === 'whatsapp' ? [] : ['whatsapp'])}
            help={channel === 'first' ? `A notice for people with an account, otherwise ${ways}.` : undefined}
            onChange={(event) => {
              const chosen = event.target.value as MessageDraft['channel'];
              onChange({ channel: chosen, template: chosen === 'whatsapp' ? noTemplate : null });
            }}
          />
          <ChoiceField
            name="purpose"
            label="Purpose"
            value={written.purpose}
            options={purposeLabels}
            help={written.purpose === 'marketing' ? 'People who opted out of marketing are skipped.' : undefined}
            onChange={(event) => onChange({ purpose: event.target.value as MessageDraft['purpose'] })}
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
            options={page.templates}
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
          <p className="fine ink-2">
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

const noTemplate: TemplateValues = { name: '', language: 'en', text: '', values: [] };

interface WhatsAppFieldsProps {
  written: MessageDraft;
  fields: { name: string; label: string }[];
  errors: Record<string, string>;
  onChange: (values: Partial<MessageDraft>) => void;
}

const byHand = 'by hand';
const keyOf = ({ name, language }: Pick<TemplateValues, 'name' | 'language'>) => `${name} ${language}`;

/** An approved template and its values, or free text for people who have just written. */
function WhatsAppFields({ written, fields, errors, onChange }: WhatsAppFieldsProps) {
  const { template } = written;
  const { templates, trouble } = useTemplates(written.institution_id);
  const isListed = template !== null && templates.some((one) => keyOf(one) === keyOf(template));
  const [isByHand, setByHand] = useState(template !== null && template.name !== '');
  const put = (values: Partial<TemplateValues>) => {
    const next = { ...(template ?? noTemplate), ...values };
    const size = Math.min(placesIn(next.text), 10);
    next.values = Array.from({ length: size }, (_, at) => next.values[at] ?? '');
    onChange({ template: next, body: isFilled(next) ? filledText(next) : '' });
  };
  const pick = (chosen: string) => {
    const found = templates.find((one) => keyOf(one) === chosen);
    setByHand(chosen === byHand);
    put(found ? { ...found, values: [] } : noTemplate);
  };
  const error = Object.entries(errors).find(([field]) => field.startsWith('template'))?.[1];
  return (
    <>
      <ChoiceField
        name="kind"
        label="What it says"
        value={template ? 'template' : 'free'}
        options={[
          { value: 'template', label: 'An approved template' },
          { value: 'free', label: 'Free text' },
        ]}
        help={
          template ? undefined : 'Only people who wrote to the school by WhatsApp within 24 hours can get free text.'
        }
        onChange={(event) => onChange({ template: event.target.value === 'free' ? null : noTemplate, body: '' })}
      />
      {template && templates.length > 0 && (
        <SelectField
          name="whatsapp_template"
          label="Approved template"
          placeholder="Choose a template…"
          value={isListed ? keyOf(template) : isByHand ? byHand : ''}
          options={[
            ...templates.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` })),
            { value: byHand, label: 'Different template' },
          ]}
          error={error}
          onChange={(event) => pick(event.target.value)}
        />
      )}
      {trouble && <p className={classes.size}>The templates can’t be listed: {trouble}</p>}
      {template && !isListed && (isByHand || templates.length === 0) && (
        <>
          <div className={classes.grid}>
            <TextField
              name="template_name"
              label="Template’s name"
              value={template.name}
              maxLength={512}
              error={templates.length === 0 ? error : undefined}
              onChange={(event) => put({ name: event.target.value.trim() })}
            />
            <TextField
              name="template_language"
              label="Language"
              value={template.language}
              maxLength={6}
              help="For example en or en_GB."
              onChange={(event) => put({ language: event.target.value.trim() })}
            />
          </div>
          <TextareaField
            name="template_text"
            label="Text as approved"
            rows={4}
            maxLength={1024}
            value={template.text}
            help="Copy it from WhatsApp Manager, with its variables {{1}}, {{2}} and so on."
            onChange={(event) => put({ text: event.target.value })}
          />
        </>
      )}
      {template && isListed && <p className={classes.bubble}>{template.text}</p>}
      {template?.values.map((value, at) => (
        <TemplateValueField
          // Places have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          at={at}
          value={value}
          fields={fields}
          onChange={(typed) => put({ values: template.values.with(at, typed) })}
        />
      ))}
    </>
  );
}

/** What the provider has approved; an empty list until it is known, and if the provider doesn’t say it. */
function useTemplates(institutionId: number) {
  const question = useMemo(() => ({ institution_id: institutionId }), [institutionId]);
  const { answer, message } = useAnswer<{ templates: ApprovedTemplate[]; trouble: string | null }>(
    '/messages/whatsapp-templates',
    question,
    { method: 'GET', pause: 0 },
  );
  return answer ?? { templates: [], trouble: message || null };
}

interface TemplateValueFieldProps {
  at: number;
  value: string;
  fields: { name: string; label: string }[];
  onChange: (value: string) => void;
}

/** What stands in one place of a template: words, and fields of the recipient from a list. */
function TemplateValueField({ at, value, fields, onChange }: TemplateValueFieldProps) {
  return (
    <div className={classes.grid}>
      <TextField
        name={`value_${at + 1}`}
        label={`Value for {{${at + 1}}}`}
        value={value}
        maxLength={600}
        onChange={(event) => onChange(event.target.value)}
      />
      <SelectField
        name={`field_${at + 1}`}
        label={`Field for {{${at + 1}}}`}
        optional
        placeholder="Choose a field…"
        value=""
        options={fields.map(({ name, label }) => ({ value: name, label: `${label} {${name}}` }))}
        onChange={(event) => event.target.value && onChange(`${value}{${event.target.value}}`)}
      />
    </div>
  );
}

/** What a message costs, as far as it is known. */
export const costOf = (preview: Preview, currency: string): string =>
  preview.channels['sms'] || preview.channels['whatsapp'] ? costText(preview, currency) : 'Free';
