import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { TextareaField } from '#ui/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { certificateVoid } from '../students.pages.ts';

/** Declares a certificate void, with the reason. */
export default function CertificateVoidPage({ id, number, name, isVoid }: PropsOf<typeof certificateVoid>) {
  const address = useAddress();
  const list = address.href('/students/certificates');
  return (
    <>
      <PageHeader
        title={`Declare ${number} void`}
        breadcrumbs={[{ label: 'Certificates', href: list }, { label: number }]}
        description={`Issued to ${name}. The certificate stays in the list and its number stays used; a print of it says that it is void. ${name} stays transferred.`}
      />
      {isVoid ? (
        <EmptyState title={`${number} is void already`}>Nothing is left to do here.</EmptyState>
      ) : (
        <EditForm action={`/certificates/${id}/void`} submit="Declare void" cancelHref={list}>
          <FormSection>
            <TextareaField
              name="reason"
              label="Reason"
              help="Stands on every further print."
              rows={2}
              maxLength={300}
            />
          </FormSection>
        </EditForm>
      )}
    </>
  );
}
