import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import type { PropsOf } from '#web/page.ts';
import { useUses } from '#web/client/use-uses.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { RecordForm } from '../shared/record-form.tsx';
import type { courseForm } from '../structure.pages.ts';

/** The form of a course. */
export default function CourseFormPage({ course, electiveGroups, ...choice }: PropsOf<typeof courseForm>) {
  const words = useTerms(choice.institutionId);
  const usesUnits = useUses('gradePoints', choice.institutionId) || (course !== null && course.creditUnits !== 1);
  return (
    <RecordForm
      noun={words.course.toLowerCase()}
      list={words.courses}
      path="/courses"
      record={course && { id: course.id, name: course.title }}
      institutionId={choice.institutionId}
      opened={choice.opened}
    >
      <FormSection>
        {!course && <InstitutionChoice {...choice} />}
        <TextField
          name="title"
          label="Title"
          defaultValue={course?.title}
          maxLength={160}
          placeholder="English Language"
          autoFocus={!course}
          autoComplete="off"
        />
        <FieldRow>
          <TextField
            name="code"
            label="Code"
            defaultValue={course?.code}
            maxLength={20}
            placeholder="ENG"
            autoComplete="off"
          />
          {usesUnits ? (
            <NumberField
              name="creditUnits"
              label="Credit units"
              min={0}
              max={60}
              step={1}
              defaultValue={course?.creditUnits ?? 1}
              help="Courses with 0 units don’t count towards the average."
            />
          ) : (
            <input type="hidden" name="creditUnits" value="1" />
          )}
        </FieldRow>
        <TextField
          name="electiveGroup"
          label="Elective group"
          optional
          defaultValue={course?.electiveGroup ?? ''}
          maxLength={60}
          list="elective-groups"
          autoComplete="off"
          help="Students choose one from each group. Leave empty if compulsory."
        />
        <datalist id="elective-groups">
          {electiveGroups.map((group) => (
            <option key={group} value={group}>
              {group}
            </option>
          ))}
        </datalist>
        <CheckboxField
          name="noExam"
          label="No examination"
          defaultChecked={course?.noExam}
          help="Assessed by coursework only."
        />
      </FormSection>
    </RecordForm>
  );
}
