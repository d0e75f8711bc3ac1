import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { certificateVoid } from '../students.pages.ts';

/** Voids a certificate, with a reason. */
export default function CertificateVoidPage({ id, number, name, isVoid }: PropsOf<typeof certificateVoid>) {
  const address = useAddress();
  const list = address.href('/students/certificates');
  return (
    <>
      <PageHeader
        title={`Void certificate ${number}`}
        breadcrumbs={[{ label: 'Certificates', href: list }, { label: number }]}
        description={`Issued to ${name}. The certificate stays in the list, and further prints are marked void. Its number won’t be reused. ${name} stays transferred.`}
      />
      {isVoid ? (
        <EmptyState title={`${number} is already void`}>No action is needed.</EmptyState>
      ) : (
        <EditForm action={`/certificates/${id}/void`} isFinal submit="Void certificate" cancelHref={list}>
          <FormSection>
            <TextareaField
              name="reason"
              label="Reason"
              help="Printed on every further copy."
              rows={2}
              maxLength={300}
            />
          </FormSection>
        </EditForm>
      )}
    </>
  );
}
