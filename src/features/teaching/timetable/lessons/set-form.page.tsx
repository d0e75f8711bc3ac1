import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { Board } from '../draft/board.ts';
import type { setFormPage } from '../timetable.pages.ts';
import { roomKinds } from '../timetable.ts';

const kinds = Object.entries(roomKinds).map(([value, label]) => ({ value, label }));

/** Lessons that batches have together, or electives that are taught at the same time. */
export default function SetFormPage({ version, draft, offered, setId, opened }: PropsOf<typeof setFormPage>) {
  const { href } = useAddress();
  const words = useTerms(version.institutionId);
  const set = draft.sets.find(({ id }) => id === setId);
  const lessons = draft.lessons.filter((lesson) => lesson.setId === setId);
  const teachers = [
    ...new Map([
      ...draft.teachers.map(({ id, name }) => [id, name] as const),
      ...offered.flatMap(({ teacherId, teacher }) => (teacherId && teacher ? [[teacherId, teacher] as const] : [])),
    ]),
  ].toSorted(([, one], [, other]) => one.localeCompare(other));
  const home = `/timetables/${version.id}/lessons`;
  return (
    <>
      <PageHeader
        title={set ? `Edit ${new Board(draft).titleOf(set)}` : 'Combined lessons or electives'}
        breadcrumbs={[
          { label: 'Timetables', href: href('/timetables') },
          { label: version.name, href: href(home) },
        ]}
      />
      <EditForm
        opened={opened}
        action={`/timetables/${version.id}/blocks${set ? `/${set.id}` : ''}`}
        submit={set ? 'Save lessons' : 'Add lessons'}
        cancelHref={href(home)}
      >
        <FormSection>
          <TextField
            name="name"
            label="Name"
            optional
            maxLength={80}
            autoComplete="off"
            placeholder="Religious studies"
          />
          <FieldRow>
            <NumberField
              name="singles"
              label="Single lessons a week"
              min={0}
              max={30}
              defaultValue={lessons.filter(({ length }) => length === 1).length || (set ? 0 : 1)}
            />
            <NumberField
              name="doubles"
              label="Double lessons a week"
              min={0}
              max={15}
              defaultValue={lessons.filter(({ length }) => length === 2).length}
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Groups"
          description={`One group with several ${words.batches.toLowerCase()} is a combined lesson. Several groups are taught at the same time, as electives are.`}
        >
          <NestedRecords name="parts" noun="group" records={set?.parts ?? []} max={20}>
            {({ value: part, field }) => (
              <>
                <MultiSelectField
                  name={`${field('courses')}[]`}
                  label={`${words.course} and ${words.batch.toLowerCase()}`}
                  options={offered.map((row) => ({
                    value: `${row.batchId}-${row.courseId}`,
                    label: `${row.title}, ${row.batch}`,
                  }))}
                  defaultValue={part?.courses.map(({ batchId, courseId }) => `${batchId}-${courseId}`) ?? []}
                />
                <MultiSelectField
                  name={`${field('teacherIds')}[]`}
                  label="Teachers"
                  optional
                  options={teachers.map(([id, name]) => ({ value: String(id), label: name }))}
                  defaultValue={part?.teacherIds.map(String) ?? []}
                />
                <FieldRow>
                  <SelectField
                    name={field('roomId')}
                    label="Room"
                    optional
                    placeholder="Any, or its own classroom"
                    options={draft.rooms}
                    defaultValue={String(part?.roomId ?? '')}
                  />
                  <SelectField
                    name={field('roomKind')}
                    label="Or any room of a kind"
                    optional
                    placeholder="—"
                    options={kinds}
                    defaultValue={part?.roomKind ?? ''}
                  />
                </FieldRow>
              </>
            )}
          </NestedRecords>
        </FormSection>
      </EditForm>
    </>
  );
}
