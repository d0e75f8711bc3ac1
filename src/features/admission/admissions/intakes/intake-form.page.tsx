import { useState } from 'react';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { intakeFormPage } from './intakes.pages.ts';
import { AnswersSection, QuestionsSection } from './intake-questions.tsx';
import { ClassRows, PaperRows } from './intake-rows.tsx';
import { ExaminationSection, TermsSections, TextsSection } from './intake-sections.tsx';

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
              <SelectField
                name="programId"
                label="Programme"
                placeholder={null}
                value={programId}
                onChange={(event) => setProgramId(event.target.value)}
                options={choices.programs.map((each) => ({ value: String(each.id), label: programLabel(each) }))}
              />
              <SelectField
                name="sessionId"
                label="Session"
                placeholder={null}
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
