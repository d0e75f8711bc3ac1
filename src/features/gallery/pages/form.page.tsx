import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** A page of its own, and the same in a modal. */
export default function GalleryFormPage() {
  return (
    <>
      <PageHeader
        title="Give it a name"
        breadcrumbs={[{ label: 'Gallery', href: '/gallery' }]}
        description="This page has an address of its own."
      />
      <EditForm action="/gallery/form" submit="Save name" cancelHref="/gallery">
        <FormSection>
          <TextField name="name" label="Name" maxLength={60} autoComplete="off" help="“Taken” is refused." />
          <TextareaField name="remark" label="Remark" optional />
        </FormSection>
      </EditForm>
    </>
  );
}
