import { EditForm } from '#ui/forms/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { editLinkForm } from './guardians.pages.ts';
import { LinkFields } from './link-fields.tsx';

/** Edits the link between a guardian and a child, over the child's record. */
export default function EditLinkPage({ student, link, opened, ...offer }: PropsOf<typeof editLinkForm>) {
  const address = useAddress();
  const back = address.href(`/students/${student.id}/family`);
  return (
    <>
      <PageHeader
        title={link.name}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          { label: `${student.firstName} ${student.surname}`, href: back },
        ]}
      />
      <EditForm
        action={`/students/${student.id}/guardians/${link.guardianId}`}
        opened={opened}
        submit="Save guardian"
        cancelHref={back}
      >
        <LinkFields firstName={student.firstName} link={link} {...offer} />
      </EditForm>
    </>
  );
}
