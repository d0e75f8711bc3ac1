import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { galleryForm } from '../gallery.routes.ts';

/** A page that is also shown in a modal. */
export default function GalleryFormPage({ used }: PropsOf<typeof galleryForm>) {
  return (
    <>
      <PageHeader
        title="Give it a name"
        breadcrumbs={[{ label: 'Gallery', href: '/gallery' }]}
        description={`This page has an address of its own. In use: ${used?.join(', ') ?? '…'}.`}
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
