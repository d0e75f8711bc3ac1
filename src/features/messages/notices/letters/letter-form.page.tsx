import { useState } from 'react';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { letterReach, letterReaders, Ticks } from './letter-fields.ts';
import type { letterFormPage } from '../notices.pages.ts';
import { LetterPeople } from './letter-people.tsx';
import { Button } from '#ui/button.tsx';
import { useTypedLetter, useAnswer, type TypedLetter } from './use-typed-letter.ts';
import classes from './letters.module.css';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { LetterSample } from './preview.queries.ts';

const readers: [keyof typeof letterReaders, string][] = [
  ['guardians', 'Guardians'],
  ['students', 'Students'],
];
const reach: [keyof typeof letterReach, string][] = [
  ['unreached', 'People without phone and e-mail'],
  ['all', 'Everyone'],
];
const optionsOf = (pairs: [string, string][]) => pairs.map(([value, label]) => ({ value, label }));
const nobodyOut: Ticks = { without: [] };

/** A letter to many: who gets it, the text, and what it is for each of them. */
export default function LetterFormPage(page: PropsOf<typeof letterFormPage>) {
  const { href } = useAddress();
  const { typed, form, read } = useTypedLetter();
  const [ticks, setTicks] = useState(nobodyOut);
  const [body, setBody] = useState('Dear {title_surname},\n\n');
  const asked = typed && { ...typed, ticks: JSON.stringify(ticks) };
  // Other people: what was ticked among the ones before means nothing.
  const choosePeople = () => setTicks(nobodyOut);
  return (
    <>
      <PageHeader
        title="Write letters"
        description="A PDF with one letter for each person, sorted by class arm, for window envelopes."
        breadcrumbs={[{ label: 'Letters', href: href('/letters') }]}
      />
      <div className={classes.page} ref={form} onInput={read} onChange={read}>
        <EditForm action="/letters" submit="Print letters" cancelHref={href('/letters')}>
          <input type="hidden" name="ticks" value={JSON.stringify(ticks)} />
          <FormSection title="For">
            <InstitutionChoice institutionId={page.institutionId} institutions={page.institutions} />
            <SelectField
              name="of"
              label="Recipients"
              placeholder={null}
              options={optionsOf(readers)}
              onChange={choosePeople}
            />
            <MultiSelectField
              name="batchIds[]"
              label="Only of these class arms"
              optional
              options={page.batches.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={() => (choosePeople(), read())}
            />
            <SelectField
              name="reach"
              label="Print letters for"
              placeholder={null}
              options={optionsOf(reach)}
              onChange={choosePeople}
            />
          </FormSection>
          <FormSection title="Letter">
            <TextField name="subject" label="Subject" maxLength={120} autoComplete="off" />
            <TextareaField
              name="body"
              label="Text"
              rows={12}
              maxLength={6000}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
            <div className={classes.fields} role="group" aria-label="Add a field to the text">
              {page.fields.map(({ key, label }) => (
                <Button key={key} small onClick={() => (setBody((text) => `${text}{${key}}`), read())}>
                  {label}
                </Button>
              ))}
            </div>
            <TextField name="signedBy" label="Signed by" maxLength={120} defaultValue={page.author} />
          </FormSection>
        </EditForm>
        <div className={classes.side}>
          <LetterPreview typed={asked} signedBy={String(typed?.['signedBy'] ?? page.author)} />
          <LetterPeople typed={typed} ticks={ticks} onChange={setTicks} />
        </div>
      </div>
    </>
  );
}

/** The letter as one person after another gets it. */
function LetterPreview({ typed, signedBy }: { typed: TypedLetter | null; signedBy: string }) {
  const [at, setAt] = useState(0);
  const { answer, message } = useAnswer<{ sample: LetterSample | null }>('/letters/sample', typed && { ...typed, at });
  const sample = answer?.sample ?? null;
  return (
    <Card title="Preview">
      {message && <p role="alert">{message}</p>}
      {!message && !sample && (
        <Secondary>No recipients. Choose other class arms, or print letters for everyone.</Secondary>
      )}
      {sample && (
        <>
          <p className={classes.turn}>
            <Button small disabled={sample.at === 0} onClick={() => setAt(sample.at - 1)}>
              Previous
            </Button>
            <span role="status">
              {sample.name} <Secondary>{`${count(sample.at + 1)} of ${count(sample.of)}`}</Secondary>
            </span>
            <Button small disabled={sample.at + 1 >= sample.of} onClick={() => setAt(sample.at + 1)}>
              Next
            </Button>
          </p>
          <article className={classes.paper} aria-label="Letter">
            <address>
              {[sample.name, ...sample.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <b>{sample.subject}</b>
            <p>{sample.body}</p>
            <span>{signedBy}</span>
          </article>
          {sample.address.length === 0 && <Secondary>This person has no address on record.</Secondary>}
        </>
      )}
    </Card>
  );
}
