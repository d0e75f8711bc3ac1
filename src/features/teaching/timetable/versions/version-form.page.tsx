import { useState } from 'react';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { versionFormPage } from '../timetable.pages.ts';

/** Begins a version, or renames one. */
export default function VersionFormPage(props: PropsOf<typeof versionFormPage>) {
  const { version, sessions, versions, copyId, institutionId, institutions, opened } = props;
  const { href } = useAddress();
  const [sessionId, setSession] = useState(String(sessions.find(({ isCurrent }) => isCurrent)?.id ?? sessions[0]?.id));
  const [source, setSource] = useState(String(copyId ?? ''));
  const terms = sessions.find(({ id }) => String(id) === sessionId)?.terms ?? [];
  const home = href('/timetables');
  return (
    <>
      <PageHeader
        title={version ? `Rename ${version.name}` : 'Add timetable'}
        breadcrumbs={[{ label: 'Timetables', href: home }]}
      />
      <EditForm
        key={institutionId}
        action={version ? `/timetables/${version.id}` : '/timetables'}
        submit={version ? 'Save' : 'Add timetable'}
        cancelHref={version ? href(`/timetables/${version.id}`) : home}
        {...(opened && { opened })}
      >
        <FormSection>
          {!version && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
          <TextField
            name="name"
            label="Name"
            maxLength={80}
            autoFocus={!version}
            autoComplete="off"
            placeholder="Second term"
            defaultValue={version?.name}
          />
        </FormSection>
        {!version && (
          <FormSection title="For">
            <SelectField
              name="sessionId"
              label="Session"
              options={sessions}
              value={sessionId}
              onChange={(event) => setSession(event.currentTarget.value)}
            />
            <SelectField
              name="termPosition"
              label="Term"
              optional
              placeholder="All terms"
              options={terms.map(({ position, name }) => ({ value: String(position), label: name }))}
            />
          </FormSection>
        )}
        {!version && versions.length > 0 && (
          <FormSection title="Begin with">
            <SelectField
              name="timetableId"
              label="Copy of"
              optional
              placeholder="Nothing: usual periods, no lessons"
              options={versions.map(({ id, name, session }) => ({ value: String(id), label: `${name}, ${session}` }))}
              value={source}
              onChange={(event) => setSource(event.currentTarget.value)}
            />
            {source !== '' && (
              <CheckboxField
                name="keepsPlaces"
                label="Keep the lessons where they are"
                defaultChecked
                help="Otherwise all lessons wait to be placed."
              />
            )}
          </FormSection>
        )}
      </EditForm>
    </>
  );
}
