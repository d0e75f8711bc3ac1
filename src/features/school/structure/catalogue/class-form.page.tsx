import { useState } from 'react';
import { PrimaryLink } from '#ui/button.tsx';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { withParams } from '#ui/href.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { grouped } from '../shared/grouped.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { programLabel } from './program-label.ts';
import type { classForm } from '../structure.pages.ts';

/** The form of a class: a level in a program, and the class it promotes to. */
export default function ClassFormPage({
  class: level,
  programs,
  morePrograms,
  classes,
  moreClasses,
  chosen,
  tops,
  ...choice
}: PropsOf<typeof classForm>) {
  const address = useAddress();
  const words = useTerms(choice.institutionId);
  const [programId, setProgramId] = useState('');
  const [isFinal, setFinal] = useState(true);
  const top = isFinal ? tops.find((one) => String(one.programId) === programId) : undefined;
  const finalClassHelp = 'Leave ‘Please Select’ for the final class, whose students graduate.';
  return (
    <RecordForm
      noun={words.class.toLowerCase()}
      list={words.classes}
      path="/classes"
      record={level}
      institutionId={choice.institutionId}
      opened={choice.opened}
      closed={
        programs.length === 0 && (
          <EmptyState
            title="Add a programme first"
            action={<PrimaryLink href={address.href('/programs/new')}>Add programme</PrimaryLink>}
          >
            A {words.class.toLowerCase()} belongs to a programme. Add one first.
          </EmptyState>
        )
      }
    >
      <FormSection>
        {!level && <InstitutionChoice {...choice} />}
        {morePrograms ? (
          <SearchSelectField
            name="programId"
            label="Programme"
            defaultChoice={chosen.program}
            search={`/structure/program-options?institution_id=${choice.institutionId}`}
            onChange={(program) => setProgramId(program?.value ?? '')}
          />
        ) : (
          <SelectField
            name="programId"
            label="Programme"
            defaultValue={String(level?.programId ?? '')}
            onChange={(event) => setProgramId(event.target.value)}
            options={programs.map((program) => ({ value: String(program.id), label: programLabel(program) }))}
          />
        )}
        <TextField
          name="name"
          label="Name"
          defaultValue={level?.name}
          maxLength={80}
          placeholder="JSS 1"
          autoComplete="off"
        />
        {moreClasses ? (
          <SearchSelectField
            name="nextClassId"
            label="Promotes to"
            optional
            defaultChoice={chosen.next}
            search={withParams('/structure/class-options', {
              institution_id: choice.institutionId,
              except: level?.id,
            })}
            help={finalClassHelp}
            onChange={(next) => setFinal(!next)}
          />
        ) : (
          <SelectField
            name="nextClassId"
            label="Promotes to"
            optional
            defaultValue={String(level?.nextClassId ?? '')}
            groups={grouped(classes)}
            help={finalClassHelp}
            onChange={(event) => setFinal(!event.target.value)}
          />
        )}
        {top && <CheckboxField name="followsTop" label={`${top.name} promotes to it`} defaultChecked key={top.id} />}
      </FormSection>
    </RecordForm>
  );
}
