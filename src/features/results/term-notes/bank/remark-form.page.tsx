import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField, TextareaField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { writers } from './writers.ts';
import { longestRemark } from '../notes/note-fields.ts';
import type { remarkFormPage } from '../term-notes.pages.ts';

/** Adds a remark to the bank. */
export default function RemarkFormPage({ institutionId, institutions }: PropsOf<typeof remarkFormPage>) {
  const { href } = useAddress();
  const home = href('/remark-bank');
  return (
    <>
      <PageHeader title="Add remark" breadcrumbs={[{ label: 'Bank of remarks', href: home }]} />
      <EditForm action="/remark-bank" submit="Add remark" cancelHref={home}>
        <InstitutionChoice institutionId={institutionId} institutions={institutions} />
        <ChoiceField name="writer" label="Written by" defaultValue="teacher" options={writers} />
        <FieldRow>
          <TextField name="from" label="Average from" inputMode="decimal" placeholder="60" autoComplete="off" />
          <TextField
            name="below"
            label="To below"
            optional
            inputMode="decimal"
            placeholder="70"
            help="Leave empty for up to 100."
            autoComplete="off"
          />
        </FieldRow>
        <TextareaField
          name="remark"
          label="Remark"
          rows={3}
          maxLength={longestRemark}
          help="{first_name} becomes the student’s first name."
        />
      </EditForm>
    </>
  );
}
