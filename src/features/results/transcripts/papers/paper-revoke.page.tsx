import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { paperKinds } from './paper-content.ts';
import type { paperRevokePage } from '../transcripts.pages.ts';

/** Revokes an issued paper, with a reason. */
export default function PaperRevokePage({ id, kind, number, name, isRevoked }: PropsOf<typeof paperRevokePage>) {
  const { href } = useAddress();
  const list = href('/transcripts');
  const paper = paperKinds[kind].toLowerCase();
  return (
    <>
      <PageHeader
        title={`Revoke ${number}`}
        breadcrumbs={[{ label: 'Transcripts', href: list }, { label: number }]}
        description={`The ${paper} of ${name} stays in the list and keeps its number. Anyone who checks it by its code sees that it was revoked.`}
      />
      {isRevoked ? (
        <EmptyState title={`${number} is already revoked`}>No action is needed.</EmptyState>
      ) : (
        <EditForm action={`/academic-papers/${id}/revoke`} isFinal submit={`Revoke ${paper}`} cancelHref={list}>
          <FormSection>
            <TextareaField
              name="reason"
              label="Reason"
              help="For the school’s records. It is not shown on the public page."
              rows={2}
              maxLength={300}
            />
          </FormSection>
        </EditForm>
      )}
    </>
  );
}
