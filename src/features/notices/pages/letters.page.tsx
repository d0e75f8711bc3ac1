import { Button } from '#ui/button.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { csrfToken } from '#web/client/wire.ts';
import type { PropsOf } from '#web/page.ts';
import type { letterReach, letterReaders } from '../letters/letter-data.ts';
import type { lettersPage } from '../notices.pages.ts';
import classes from '../parts/notices.module.css';

const readers: [keyof typeof letterReaders, string][] = [
  ['guardians', 'Guardians'],
  ['students', 'Students'],
];
const reach: [keyof typeof letterReach, string][] = [
  ['unreached', 'Only people without a phone number and e-mail address'],
  ['all', 'Everyone'],
];
const optionsOf = (pairs: [string, string][]) => pairs.map(([value, label]) => ({ value, label }));

/** Letters as a PDF, one for each person. The file opens in a new tab, so that the text stays here. */
export default function LettersPage({
  institutionId,
  institutions,
  batches,
  fields,
  author,
}: PropsOf<typeof lettersPage>) {
  return (
    <>
      <PageHeader
        title="Letters"
        description="A PDF with a letter to each person, in the order of the class arms, for envelopes with a window."
      />
      <form method="post" action="/letters/print" target="_blank" className={classes.letter}>
        <input type="hidden" name="_csrf" value={csrfToken()} />
        <FormSection title="For">
          <InstitutionChoice institutionId={institutionId} institutions={institutions} />
          <SelectField name="of" label="Recipients" placeholder={null} options={optionsOf(readers)} />
          <MultiSelectField
            name="batchIds"
            label="Only of these class arms"
            optional
            options={batches.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <SelectField name="reach" label="Print letters for" placeholder={null} options={optionsOf(reach)} />
        </FormSection>
        <FormSection title="Letter">
          <TextField name="subject" label="Subject" maxLength={120} autoComplete="off" />
          <TextareaField
            name="body"
            label="Text"
            rows={12}
            maxLength={6000}
            defaultValue={'Dear {title_surname},\n\n'}
            help={`Fields: ${fields.map(({ key, label }) => `{${key}} ${label}`).join(' · ')}`}
          />
          <TextField name="signedBy" label="Signed by" maxLength={120} defaultValue={author} />
        </FormSection>
        <Button type="submit" tone="primary">
          Print letters
        </Button>
      </form>
    </>
  );
}
