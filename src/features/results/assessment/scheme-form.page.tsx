import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField, NumberField, DecimalField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { optionsOf } from '#ui/plain/options.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { steps, systems, cumulatives, gpaForms, lastTerms, repeatPolicies } from './assessment.ts';
import type { schemeFormPage } from './setup.queries.ts';
import { ComponentRows, GroupRows } from './component-rows.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { schemeForm } from './schemes/find-scheme.ts';

/** Adds or edits an assessment scheme. */
export default function SchemeFormPage(props: PropsOf<typeof schemeFormPage>) {
  const { scheme, scales, opened, institutionId, institutions } = props;
  const { href } = useAddress();
  const [system, setSystem] = useState<string>(scheme?.system ?? 'average');
  const home = href('/assessment');
  return (
    <>
      <PageHeader
        title={scheme ? `Edit ${scheme.name}` : 'Add assessment scheme'}
        breadcrumbs={[{ label: 'Assessment', href: home }]}
      />
      <EditForm
        opened={opened}
        action={scheme ? `/assessment-schemes/${scheme.id}` : '/assessment-schemes'}
        submit={scheme ? 'Save scheme' : 'Add scheme'}
        cancelHref={home}
      >
        {!scheme && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        <TextField name="name" label="Name" maxLength={80} placeholder="Tests 40, examination 60" />
        <ChoiceField
          name="system"
          label="Results are"
          value={system}
          onChange={(event) => setSystem(event.target.value)}
          options={systems}
        />
        <FormSection
          title="Parts of a mark"
          description="The highest marks of all parts add up to 100. A part marked out of a different number can be weighted: out of 50, counting 20."
        >
          <ComponentRows rows={scheme?.components} />
          <FieldRow>
            <ChoiceField
              name="step"
              label="Marks are given in"
              defaultValue={scheme?.step ?? '100'}
              options={optionsOf(steps).toReversed()}
            />
            <TextField name="passMark" label="Pass mark" inputMode="decimal" defaultValue={scheme?.passMark ?? '40'} />
          </FieldRow>
          <SelectField
            name="scaleId"
            label="Grading scale"
            defaultValue={String(scheme?.scaleId ?? (scales.length === 1 ? scales[0]!.id : ''))}
            options={scales}
          />
          <CheckboxField
            name="passFail"
            label="Pass or fail only"
            help="It earns units but doesn’t count in averages, grade points or positions."
          />
        </FormSection>
        <FormSection
          title="Groups with best-of rules"
          description="The best 2 of 3 tests, or all but the lowest. Enter the group on each of its parts; they all count the same. An absence counts 0 and can be left out."
        >
          <GroupRows rows={scheme?.groups ?? []} />
        </FormSection>
        <TermFields scheme={scheme} system={system} />
        <RankingFields scheme={scheme} />
        <TraitRows rows={scheme?.traits ?? []} />
      </EditForm>
    </>
  );
}

type SchemeInForm = ReturnType<typeof schemeForm>;

/** In what students get a position. */
function RankingFields({ scheme }: { scheme: SchemeInForm | null }) {
  const words = useTerms();
  return (
    <FormSection title="Positions" description="Equal results share a position, and the next one is skipped: 1, 1, 3.">
      <CheckboxField
        name="ranksBatch"
        label={`In the ${words.batch.toLowerCase()}`}
        defaultChecked={scheme?.ranksBatch ?? true}
      />
      <CheckboxField name="ranksClass" label={`In the whole ${words.class.toLowerCase()}`} />
      <CheckboxField
        name="ranksCourses"
        label={`In each ${words.course.toLowerCase()}`}
        defaultChecked={scheme?.ranksCourses ?? true}
      />
      <NumberField
        name="minimumCourses"
        label={`Fewest ${words.courses.toLowerCase()} to be ranked`}
        min={1}
        max={60}
        defaultValue={scheme?.minimumCourses ?? 1}
      />
    </FormSection>
  );
}

/** What form teachers rate from A to E. */
const TraitRows = ({ rows }: { rows: SchemeInForm['traits'] }) => (
  <FormSection title="Traits" description="Rated from A to E on the report card: neatness, punctuality, initiative.">
    <NestedRecords name="traits" noun="trait" records={rows} max={30} sortable compact>
      {({ value, field }) => (
        <>
          {value && <input type="hidden" name={field('savedKey')} value={value.savedKey} />}
          <TextField name={field('name')} label="Trait" maxLength={60} defaultValue={value?.name} autoComplete="off" />
        </>
      )}
    </NestedRecords>
  </FormSection>
);

/** What a scheme says of several terms together. */
function TermFields({ scheme, system }: { scheme: ReturnType<typeof schemeForm> | null; system: string }) {
  const words = useTerms();
  const [cumulative, setCumulative] = useState<string>(scheme?.cumulative ?? 'mean');
  return (
    <FormSection title="Over the terms">
      {system === 'gpa' ? (
        <>
          <ChoiceField
            name="repeats"
            label={`A ${words.course.toLowerCase()} that is repeated`}
            defaultValue={scheme?.repeats ?? 'all_attempts'}
            options={repeatPolicies}
          />
          <ChoiceField
            name="gpaForm"
            label="GPA and CGPA are written with"
            help="Classes and positions use the exact value."
            defaultValue={scheme?.gpaForm ?? 'round2'}
            options={gpaForms}
          />
        </>
      ) : (
        <input type="hidden" name="repeats" value={scheme?.repeats ?? 'all_attempts'} />
      )}
      <ChoiceField
        name="cumulative"
        label="The result of the session is"
        value={cumulative}
        onChange={(event) => setCumulative(event.target.value)}
        options={cumulatives}
      />
      {system === 'average' && (
        <ChoiceField
          name="lastTerm"
          label="In the last term, positions and grades use"
          defaultValue={scheme?.lastTerm ?? 'term'}
          options={lastTerms}
        />
      )}
      {system === 'average' && (
        <NumberField
          name="aggregateOf"
          label={`Aggregate of the best ${words.courses.toLowerCase()}`}
          help="The number of best results whose grade points are added up on the report card, as in WAEC’s best six. Leave empty for none."
          optional
          min={1}
          max={20}
        />
      )}
      {cumulative === 'weighted' && (
        <NestedRecords name="weights" noun="term" records={scheme?.weights ?? []} max={12} compact>
          {({ value, field, at }) => (
            <DecimalField name={field('weight')} label={`Weight of term ${at}`} defaultValue={value?.weight} />
          )}
        </NestedRecords>
      )}
    </FormSection>
  );
}
