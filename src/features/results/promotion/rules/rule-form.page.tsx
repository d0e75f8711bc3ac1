import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ruleFormPage } from '../promotion.routes.ts';
import type { RuleContent, Conditions, CourseChoice } from './save-rule.ts';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { useUses } from '#web/client/use-uses.ts';

/** The promotion rule of a class, or of all classes without one of their own. */
export default function RuleFormPage(props: PropsOf<typeof ruleFormPage>) {
  const { institutionId, ruledClass, version, content: saved, courses } = props;
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const [content, setContent] = useState(saved);
  const [preset, setPreset] = useState('');
  const [hasTrial, setTrial] = useState(Boolean(saved?.onTrial));
  const choose = (key: string) => {
    const chosen = rulePresets.find((one) => one.key === key)?.content(courses) ?? saved;
    setPreset(key);
    setContent(chosen);
    setTrial(Boolean(chosen?.onTrial));
  };
  const home = href('/promotion/rules');
  return (
    <>
      <PageHeader
        title={ruledClass ? `Rule of ${ruledClass.name}` : `Rule of all ${words.classes.toLowerCase()}`}
        breadcrumbs={[
          { label: 'Promotion', href: href('/promotion') },
          { label: 'Rules', href: home },
        ]}
        more={[
          Boolean(ruledClass && version > 0) && {
            label: 'Remove this rule',
            tone: 'bad',
            onSelect: () =>
              void askThenPost(
                '/promotion/rules/remove',
                {
                  title: `Remove the rule of ${ruledClass!.name}?`,
                  body: 'The rule of all classes then applies. Approved decisions stay.',
                  action: 'Remove rule',
                  tone: 'bad',
                },
                { institutionId: String(institutionId), classId: String(ruledClass!.id), version: String(version) },
              ),
          },
        ]}
      />
      <EditForm action="/promotion/rules" submit="Save rule" cancelHref={home}>
        <input type="hidden" name="institutionId" value={institutionId} />
        <input type="hidden" name="classId" value={ruledClass?.id ?? ''} />
        <input type="hidden" name="version" value={version} />
        <SelectField
          name="preset"
          label="Begin with"
          optional
          placeholder="As it is"
          value={preset}
          onChange={(event) => choose(event.target.value)}
          options={rulePresets.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <div key={preset} style={{ display: 'grid', gap: 16 }}>
          <ConditionFields
            of=""
            title="Promoted"
            description="Students must meet all conditions. Empty fields are ignored."
            conditions={content?.promote ?? null}
            courses={courses}
          />
          <CheckboxField
            name="hasTrial"
            label="Others can be promoted on trial"
            checked={hasTrial}
            onChange={(event) => setTrial(event.target.checked)}
          />
          {hasTrial && (
            <ConditionFields
              of="trial"
              title="On trial"
              description="Enough for the next class on trial, but not for full promotion."
              conditions={content?.onTrial ?? null}
              courses={courses}
            />
          )}
        </div>
      </EditForm>
    </>
  );
}

const nothing = {
  averageAtLeast: null,
  compulsory: [],
  passesAtLeast: null,
  passAt: null,
  attendanceAtLeast: null,
  feesPaid: false,
};

/** Rules to begin with, as Nigerian schools and colleges use them; English and Mathematics where they are taught. */
const rulePresets: { key: string; name: string; content: (courses: CourseChoice[]) => RuleContent }[] = [
  {
    key: 'junior',
    name: 'JSS 1 and 2: average 50, with English and Mathematics',
    content: (courses) => ({
      promote: { ...nothing, averageAtLeast: 50_00, compulsory: coreOf(courses), passAt: 50_00 },
      onTrial: null,
    }),
  },
  {
    key: 'senior',
    name: 'SS 1: 50 in six subjects, including English and Mathematics',
    content: (courses) => ({
      promote: { ...nothing, passesAtLeast: 6, compulsory: coreOf(courses), passAt: 50_00 },
      onTrial: null,
    }),
  },
  {
    key: 'trial',
    name: 'Primary: average 50; on trial from 45',
    content: () => ({
      promote: { ...nothing, averageAtLeast: 50_00 },
      onTrial: { ...nothing, averageAtLeast: 45_00 },
    }),
  },
  {
    key: 'college',
    name: 'College: CGPA 2.00; on trial from 1.50',
    content: () => ({
      promote: { ...nothing, averageAtLeast: 2_00 },
      onTrial: { ...nothing, averageAtLeast: 1_50 },
    }),
  },
];

const coreOf = (courses: CourseChoice[]) =>
  [/^english( language| studies)?$/i, /^(general )?mathematics$/i].flatMap((pattern) => {
    const found = courses.find(({ title }) => pattern.test(title.trim()));
    return found ? [found.id] : [];
  });

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
function ConditionFields({ of, title, description, conditions, courses }: ConditionFieldsProps) {
  const words = useTerms();
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
          help={byPoints ? 'At most, if fewer grade points are better.' : undefined}
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
