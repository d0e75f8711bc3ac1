import { EditForm } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { placeFormPage } from './setup.queries.ts';

const optionsOf = (rows: { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** Says where a scheme applies. */
export default function PlaceFormPage(props: PropsOf<typeof placeFormPage>) {
  const { institutionId, institutions, schemes, programs, classes, courses } = props;
  const { href } = useAddress();
  const words = useTerms();
  const home = href('/assessment');
  return (
    <>
      <PageHeader title="Apply a scheme" breadcrumbs={[{ label: 'Assessment', href: home }]} />
      <EditForm action="/scheme-uses" submit="Apply scheme" cancelHref={home}>
        <InstitutionChoice institutionId={institutionId} institutions={institutions} />
        <SelectField name="schemeId" label="Scheme" options={schemes} />
        <SelectField name="programId" label="Programme" optional placeholder="All programmes" options={programs} />
        <SelectField
          name="classId"
          label={words.class}
          optional
          placeholder={`All ${words.classes.toLowerCase()}`}
          options={classes}
          help={`Choose one only if it differs from the rest of its programme.`}
        />
        <SelectBoxField
          name="courseId"
          label={words.course}
          optional
          options={optionsOf(courses)}
          help={`Leave empty for all ${words.courses.toLowerCase()}.`}
        />
      </EditForm>
    </>
  );
}
