import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { useUses } from '#web/client/use-uses.ts';
import { useWords } from '#web/client/use-words.ts';
import type { Conditions } from './rule-content.ts';
import type { CourseChoice } from './rules.queries.ts';

interface ConditionFieldsProps {
  /** 'trial' names the fields of the second set. */
  of: '' | 'trial';
  title: string;
  description: string;
  conditions: Conditions | null;
  courses: CourseChoice[];
}

const text = (hundredths: number | null | undefined) => (hundredths == null ? undefined : String(hundredths / 100));

/** What a class asks for. Empty fields are not asked. */
export function ConditionFields({ of, title, description, conditions, courses }: ConditionFieldsProps) {
  const words = useWords();
  const [byAverage, byPoints] = [useUses('averages'), useUses('gradePoints')];
  const figure = byAverage ? (byPoints ? 'Average or CGPA' : 'Average') : 'CGPA';
  const named = (name: string) => (of ? `${of}${name[0]!.toUpperCase()}${name.slice(1)}` : name);
  const number = { inputMode: 'decimal', optional: true, autoComplete: 'off', maxLength: 6 } as const;
  return (
    <FormSection title={title} description={description}>
      <FieldRow>
        <TextField
          {...number}
          name={named('averageAtLeast')}
          label={`${figure}, at least`}
          help={byPoints ? 'At most, where few grade points are good.' : undefined}
          defaultValue={text(conditions?.averageAtLeast)}
        />
        <TextField
          {...number}
          name={named('passAt')}
          label="Pass mark here"
          help={`Leave empty for each ${words.course.toLowerCase()}’s own.`}
          defaultValue={text(conditions?.passAt)}
        />
      </FieldRow>
      <MultiSelectField
        name={`${named('compulsory')}[]`}
        label={`${words.courses} that must be passed`}
        optional
        options={courses.map(({ id, code, title: name }) => ({ value: String(id), label: name, hint: code }))}
        defaultValue={conditions?.compulsory.map(String)}
      />
      <FieldRow>
        <NumberField
          name={named('passesAtLeast')}
          label="Passes, at least"
          optional
          min={1}
          max={60}
          defaultValue={conditions?.passesAtLeast ?? undefined}
        />
        <TextField
          {...number}
          name={named('attendanceAtLeast')}
          label="Attendance in percent, at least"
          defaultValue={text(conditions?.attendanceAtLeast)}
        />
      </FieldRow>
      <CheckboxField name={named('feesPaid')} label="No fees owed" defaultChecked={conditions?.feesPaid ?? false} />
    </FormSection>
  );
}
