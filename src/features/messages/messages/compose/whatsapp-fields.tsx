import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { ApprovedTemplate } from '#kernel/messages/providers/provider.ts';
import { filledText, isFilled, placesIn, type TemplateValues } from '../whatsapp/filled-text.ts';
import type { Written } from '../shared/use-compose.ts';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import classes from '../shared/compose.module.css';

export const noTemplate: TemplateValues = { name: '', language: 'en', text: '', values: [] };

interface WhatsAppFieldsProps {
  written: Written;
  fields: { name: string; label: string }[];
  errors: Record<string, string>;
  onChange: (values: Partial<Written>) => void;
}

const byHand = 'by hand';
const keyOf = ({ name, language }: Pick<TemplateValues, 'name' | 'language'>) => `${name} ${language}`;

/** An approved template and its values, or free text for people who have just written. */
export function WhatsAppFields({ written, fields, errors, onChange }: WhatsAppFieldsProps) {
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
      <SelectField
        name="kind"
        label="What it says"
        placeholder={null}
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
            { value: byHand, label: 'Another one' },
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
            help="Copy it from WhatsApp Manager, with its places {{1}}, {{2}} and so on."
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
  const [found, setFound] = useState<{ templates: ApprovedTemplate[]; trouble: string | null }>({
    templates: [],
    trouble: null,
  });
  useEffect(() => {
    const gone = new AbortController();
    remote<typeof found>(
      'GET',
      '/messages/whatsapp-templates',
      { institution_id: institutionId },
      { signal: gone.signal },
    )
      .then(({ json }) => setFound(json))
      .catch((error: unknown) => gone.signal.aborted || setFound({ templates: [], trouble: explain(error).message }));
    return () => gone.abort();
  }, [institutionId]);
  return found;
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
