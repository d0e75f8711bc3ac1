import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reverseEntryPage } from '../books.pages.ts';

/** Asks for the opposite of an entry that was posted by hand. */
export default function ReverseEntryPage({ entry }: PropsOf<typeof reverseEntryPage>) {
  const { href } = useAddress();
  const back = href(`/ledger/entries/${entry.id}`);
  return (
    <>
      <PageHeader
        title={`Reverse entry ${entry.id}`}
        breadcrumbs={[
          { label: 'Journal', href: href('/ledger') },
          { label: String(entry.id), href: back },
        ]}
        description={`${entry.description}. The opposite entry is posted on the day a second person approves it. Both stay in the journal.`}
      />
      <EditForm action={`/ledger/entries/${entry.id}/reverse`} submit="Request approval" cancelHref={back}>
        <FormSection>
          <TextareaField name="reason" label="Reason" rows={2} maxLength={300} autoFocus />
        </FormSection>
      </EditForm>
    </>
  );
}
