import { useState } from 'react';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { intakeFormPage } from './intakes.routes.ts';
import { ExaminationSection, TermsSections, TextsSection, ClassRows, PaperRows } from './intake-sections.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import { askableFields, examinations, needs, type AskableField, type Need } from '../intake-needs.ts';
import type { IntakeInForm } from './change-intakes.ts';
import { statusMessages } from '../status-messages.ts';
import classes from '../shared/admissions.module.css';
import { optionsOf } from '#ui/plain/options.ts';

/** The form of an intake. A new one starts with what its programme says. */
export default function IntakeFormPage({
  intake,
  opened,
  choices,
  today,
  timeZone,
  ...place
}: PropsOf<typeof intakeFormPage>) {
  const address = useAddress();
  const [programId, setProgramId] = useState(String(intake?.programId ?? choices.programs[0]?.id ?? ''));
  const [sessionId, setSessionId] = useState(String(intake?.sessionId ?? choices.sessions[0]?.id ?? ''));
  const program = choices.programs.find(({ id }) => String(id) === programId);
  const session = choices.sessions.find(({ id }) => String(id) === sessionId);
  const isTaken = choices.taken.some(
    (each) => String(each.programId) === programId && String(each.sessionId) === sessionId,
  );
  const levels = choices.classes.filter((each) => String(each.programId) === programId);
  const name = intake && `${intake.program}, ${intake.session}`;
  return (
    <>
      <PageHeader
        title={name ? `Edit ${name}` : 'Add intake'}
        breadcrumbs={[{ label: 'Intakes', href: address.href('/intakes') }]}
      />
      <EditForm
        key={`${place.institutionId} ${intake?.id}`}
        opened={opened}
        action={intake ? `/intakes/${intake.id}` : '/intakes'}
        submit={intake ? 'Save intake' : 'Add intake'}
        cancelHref={address.href(intake ? `/intakes/${intake.id}` : '/intakes')}
        long
      >
        {!intake && (
          <FormSection title="Programme">
            <InstitutionChoice {...place} />
            <FieldRow>
              <ChoiceField
                name="programId"
                label="Programme"
                value={programId}
                onChange={(event) => setProgramId(event.target.value)}
                options={choices.programs.map((each) => ({ value: String(each.id), label: programLabel(each) }))}
              />
              <ChoiceField
                name="sessionId"
                label="Session"
                value={sessionId}
                onChange={(event) => setSessionId(event.target.value)}
                options={choices.sessions.map((each) => ({ value: String(each.id), label: each.name }))}
                help={
                  isTaken
                    ? 'This programme already has an intake for the session.'
                    : 'The session that applicants enter.'
                }
              />
            </FieldRow>
          </FormSection>
        )}
        <FormSection
          title="Dates"
          description={`Applications can be sent between these times (time zone ${timeZone.replaceAll('_', ' ')}).`}
          tour="intake-dates"
        >
          <FieldRow>
            <DateTimeField name="opensAt" label="Opens" defaultValue={intake?.opensAt ?? `${today}T08:00`} />
            <DateTimeField name="closesAt" label="Closes" defaultValue={intake?.closesAt ?? ''} />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Entry classes and seats"
          description="Leave the seats empty for no limit."
          tour="intake-classes"
        >
          <ClassRows key={programId} levels={levels} rows={intake?.classes} seats={program?.seats ?? null} />
        </FormSection>
        <TermsSections
          key={`terms ${programId}`}
          intake={intake}
          program={program}
          currency={place.currency}
          session={session?.name ?? intake?.session}
        />
        <QuestionsSection intake={intake} custom={choices.custom} files={choices.files} />
        <FormSection
          title="Papers"
          description="Files that applicants upload: pictures or PDF. Names, date of birth, gender and a phone or e-mail are always asked."
          tour="intake-papers"
        >
          <PaperRows intake={intake} />
        </FormSection>
        <ExaminationSection intake={intake} />
        <TextsSection intake={intake} />
        <AnswersSection intake={intake} />
      </EditForm>
    </>
  );
}

const NeedField = ({ name, label, value }: { name: string; label: string; value: Need | undefined }) => (
  <ChoiceField name={name} label={label} defaultValue={value ?? 'hidden'} options={needs} />
);

interface QuestionsProps {
  intake: IntakeInForm | null;
  custom: { id: number; name: string }[];
  files: string[];
}

/** What the form asks besides names, date of birth and gender. */
function QuestionsSection({ intake, custom, files }: QuestionsProps) {
  const asked = intake?.fields ?? { middleName: 'optional', address: 'required' };
  return (
    <FormSection
      title="Questions"
      description="What the form asks besides names, date of birth, gender, class and contact details."
      tour="intake-questions"
    >
      <div className={classes.asked}>
        {(Object.keys(askableFields) as AskableField[]).map((key) => (
          <NeedField key={key} name={`fields.${key}`} label={askableFields[key]} value={asked[key]} />
        ))}
      </div>
      <div className={classes.asked}>
        <ChoiceField
          name="guardians"
          label="Parents or guardians"
          defaultValue={String(intake?.guardians ?? 1)}
          options={[
            { value: '0', label: 'Optional' },
            { value: '1', label: 'One required' },
            { value: '2', label: 'Two required' },
            { value: '3', label: 'Three required' },
          ]}
        />
        <NeedField name="schools" label="Previous schools" value={intake?.schools ?? 'optional'} />
        <NeedField name="results" label="Examination results" value={intake?.results} />
      </div>
      <MultiSelectField
        name="examinations[]"
        label="Examinations"
        optional
        defaultValue={intake?.examinations ?? ['WAEC', 'NECO']}
        options={optionsOf(examinations)}
        help="Applicants can enter subjects and grades for these."
      />
      {custom.length > 0 && (
        <div className={classes.asked}>
          {custom.map(({ id, name }) => (
            <NeedField key={id} name={`custom.${id}`} label={name} value={intake?.custom[id]} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <p>
          Request files as papers, below: {files.join(', ')}. Files sent by applicants become documents on the student’s
          record.
        </p>
      )}
    </FormSection>
  );
}

const told = (Object.keys(applicationStates) as ApplicationState[]).filter((state) => state !== 'draft');

/** The texts of the status page, and the decisions that are sent as messages. */
const AnswersSection = ({ intake }: { intake: IntakeInForm | null }) => (
  <FormSection
    title="Messages to applicants"
    description="Shown on the status page in each state. Leave a text empty to use the standard one, shown in grey."
    tour="intake-words"
  >
    <MultiSelectField
      name="notifies[]"
      label="Send a message when an application is"
      optional
      defaultValue={intake?.notifies ?? told.filter((state) => state !== 'under_review')}
      options={told.map((state) => ({ value: state, label: applicationStates[state] }))}
    />
    {told.map((state) => (
      <FieldRow key={state}>
        <TextareaField
          name={`words.${state}`}
          label={applicationStates[state]}
          optional
          rows={2}
          maxLength={600}
          placeholder={statusMessages[state]}
          defaultValue={intake?.words[state] ?? ''}
        />
      </FieldRow>
    ))}
  </FormSection>
);
