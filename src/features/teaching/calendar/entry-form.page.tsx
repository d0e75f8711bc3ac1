import { useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { entryFormPage } from './calendar.routes.ts';
import { entryAudiences, entryKinds, type EntryAudience, type EntryKind } from './entry-kinds.ts';
import { AnywayField } from './anyway-field.tsx';

const helps: Record<EntryKind, string> = {
  holiday: 'No school on these days.',
  half_day: 'School ends after the morning.',
  school_day: 'School on a day that is normally free, such as a Saturday. It also overrides a holiday.',
  event: 'An event such as sports day. It doesn’t change the school days.',
};
const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
/** Events first: most of what is added. */
const kinds = optionsOf(entryKinds).toReversed();

/** Adds or edits an entry of the calendar. */
export default function EntryFormPage({ entry, opened, day, today, ...form }: PropsOf<typeof entryFormPage>) {
  const { href } = useAddress();
  const [kind, setKind] = useState<EntryKind>(entry?.kind ?? 'event');
  const first = entry?.startsOn ?? day ?? today;
  return (
    <>
      <PageHeader
        title={entry ? entry.title : 'Add to calendar'}
        breadcrumbs={[{ label: 'Calendar', href: href('/calendar', { day: first }) }]}
      />
      <EditForm
        opened={opened}
        action={entry ? `/calendar-entries/${entry.id}` : '/calendar-entries'}
        submit={entry ? 'Save changes' : 'Add to calendar'}
        cancelHref={href('/calendar', { day: first })}
      >
        <FormSection>
          {!entry && <InstitutionChoice institutionId={form.institutionId} institutions={form.institutions} />}
          <ChoiceField
            name="kind"
            label="Kind"
            options={kinds}
            value={kind}
            onChange={(event) => setKind(event.target.value as EntryKind)}
            help={helps[kind]}
          />
          <TextField name="title" label="Title" maxLength={120} autoComplete="off" />
          <FieldRow>
            <DatePickerField name="startsOn" label="First day" defaultValue={first} />
            <DatePickerField name="endsOn" label="Last day" optional defaultValue={entry?.endsOn} />
          </FieldRow>
          {kind === 'event' && (
            <FieldRow>
              <TextField name="startsAt" label="From" type="time" optional />
              <TextField
                name="endsAt"
                label="Until"
                type="time"
                optional
                help="Without times it lasts the whole day."
              />
            </FieldRow>
          )}
          <TextareaField name="note" label="Note" optional rows={3} maxLength={2000} />
          <AnywayField label="Registers were taken on these days: mark them as free anyway" />
        </FormSection>
        {kind === 'event' && <Audience entry={entry} {...form} />}
      </EditForm>
    </>
  );
}

type AudienceProps = Pick<PropsOf<typeof entryFormPage>, 'entry' | 'classes' | 'institutionId'>;

function Audience({ entry, classes, institutionId }: AudienceProps) {
  const words = useTerms(institutionId);
  return (
    <FormSection title="For" description="Holidays and school days are for everyone. Choose the audience of an event.">
      {optionsOf(entryAudiences).map(({ value, label }) => (
        <CheckboxField
          key={value}
          name="audiences[]"
          value={value}
          label={label}
          defaultChecked={entry ? entry.audiences.includes(value as EntryAudience) : true}
        />
      ))}
      <MultiSelectField
        name="classIds[]"
        label={`Only students and guardians of these ${words.classes.toLowerCase()}`}
        optional
        options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
        defaultValue={entry?.classIds.map(String)}
      />
    </FormSection>
  );
}
