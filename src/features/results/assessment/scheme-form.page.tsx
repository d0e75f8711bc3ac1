import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { optionsOf } from '#ui/lists/filter-bar/options.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { steps, systems } from './assessment.ts';
import type { schemeFormPage } from './assessment.pages.ts';
import { ComponentRows, GroupRows } from './component-rows.tsx';
import { RankingFields, TraitRows } from './ranking-fields.tsx';
import { TermFields } from './term-fields.tsx';

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
        <TextField
          name="name"
          label="Name"
          maxLength={80}
          defaultValue={scheme?.name}
          placeholder="Tests 40, examination 60"
        />
        <SelectField
          name="system"
          label="Results are"
          placeholder={null}
          value={system}
          onChange={(event) => setSystem(event.target.value)}
          options={optionsOf(systems)}
        />
        <FormSection
          title="What a mark is made of"
          description="The highest marks of all parts add up to 100. A part that is marked out of another number counts less or more: out of 50, counting 20."
        >
          <ComponentRows rows={scheme?.components} />
          <FieldRow>
            <SelectField
              name="step"
              label="Marks are given in"
              placeholder={null}
              defaultValue={scheme?.step ?? '100'}
              options={optionsOf(steps).toReversed()}
            />
            <TextField name="passMark" label="Pass mark" inputMode="decimal" defaultValue={scheme?.passMark ?? '40'} />
          </FieldRow>
          <SelectField
            name="scaleId"
            label="Grading scale"
            defaultValue={String(scheme?.scaleId ?? (scales.length === 1 ? scales[0]!.id : ''))}
            options={scales.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <CheckboxField
            name="passFail"
            label="Pass or fail alone"
            help="It earns units, and has no part in averages, grade points and positions."
            defaultChecked={scheme?.passFail ?? false}
          />
        </FormSection>
        <FormSection
          title="Groups of which the best count"
          description="The best 2 of 3 tests, or all but the lowest. Name the group at each of its parts; they all count the same. An absence counts 0 and can be left out."
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
