import { useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField, DecimalField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { scaleFormPage } from './setup.queries.ts';
import { cx } from '#ui/cx.ts';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import type { scaleForm } from './scales/find-scale.ts';
import classes from './shared/setup.module.css';

/** Adds or edits a grading scale. */
export default function ScaleFormPage(props: PropsOf<typeof scaleFormPage>) {
  const { scale, presets, opened, institutionId, institutions } = props;
  const { href } = useAddress();
  const [preset, setPreset] = useState(presets[0]?.key ?? '');
  const chosen = scale ?? presets.find(({ key }) => key === preset);
  const home = href('/assessment');
  return (
    <>
      <PageHeader
        title={scale ? `Edit ${scale.name}` : 'Add grading scale'}
        breadcrumbs={[{ label: 'Assessment', href: home }]}
      />
      <EditForm
        opened={opened}
        action={scale ? `/grading-scales/${scale.id}` : '/grading-scales'}
        submit={scale ? 'Save scale' : 'Add scale'}
        cancelHref={home}
      >
        {!scale && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        {!scale && (
          <ChoiceField
            name="preset"
            label="Begin with"
            value={preset}
            onChange={(event) => setPreset(event.target.value)}
            options={[
              ...presets.map(({ key, name }) => ({ value: key, label: name })),
              { value: '', label: 'An empty scale' },
            ]}
          />
        )}
        <TextField key={`name ${preset}`} name="name" label="Name" maxLength={80} defaultValue={chosen?.name} />
        <FormSection
          title="Grades"
          description="Each grade starts at a mark and ends below the next. Marks are graded exactly: 69.99 is below 70. If the best grade has the fewest points (A1 to F9, 1.0 to 5.0), fewer points are better everywhere."
        >
          <BandRows key={preset} rows={chosen?.bands ?? []} />
        </FormSection>
        <FormSection
          title="Classes of certificates"
          description="By CGPA where courses have grade points, otherwise by average. If fewer points are better, each class goes up to its number. Leave empty if there are none."
        >
          <DesignationRows key={preset} rows={chosen?.designations ?? []} />
        </FormSection>
        <DatePickerField
          name="entryFrom"
          label="For students admitted from"
          optional
          defaultValue={scale?.entryFrom ?? undefined}
          help="Students admitted earlier keep the previous version. Leave empty to apply it to all students."
        />
      </EditForm>
    </>
  );
}

type ScaleInForm = ReturnType<typeof scaleForm>;

/** The grades of a scale. */
const BandRows = ({ rows }: { rows: ScaleInForm['bands'] }) => (
  <NestedRecords name="bands" noun="grade" records={rows} max={30} compact>
    {({ value, field, at }) => (
      <div className={cx(classes.band, at > 1 && classes.later)}>
        <TextField name={field('grade')} label="Grade" maxLength={6} defaultValue={value?.grade} autoComplete="off" />
        <DecimalField name={field('from')} label="From" defaultValue={value?.from} />
        <DecimalField name={field('points')} label="Points" defaultValue={value?.points ?? '0'} />
        <TextField name={field('remark')} label="Remark" optional maxLength={40} defaultValue={value?.remark ?? ''} />
      </div>
    )}
  </NestedRecords>
);

/** The classes of certificates. */
const DesignationRows = ({ rows }: { rows: ScaleInForm['designations'] }) => (
  <NestedRecords name="designations" noun="class" records={rows} max={12} compact>
    {({ value, field }) => (
      <FieldRow>
        <TextField name={field('name')} label="Class" maxLength={60} defaultValue={value?.name} autoComplete="off" />
        <DecimalField name={field('from')} label="From" defaultValue={value?.from} />
      </FieldRow>
    )}
  </NestedRecords>
);
