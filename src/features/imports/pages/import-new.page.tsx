import { EditForm } from '#ui/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { UploadField } from '#ui/upload-field.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { maxBytes } from '../engine/limits.ts';
import type { importNew } from '../imports.pages.ts';

/** The first step: a file, and where its students belong. */
export default function ImportNewPage({ institutions, institutionId }: PropsOf<typeof importNew>) {
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Import students from a file"
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          { label: 'Imports', href: address.href('/imports') },
        ]}
        description="The first row must name the columns. You say what each column holds in the next step; nothing is saved before you have seen what would happen."
      />
      <EditForm
        action="/imports"
        submit="Upload and look at the columns"
        cancelHref={address.href('/imports')}
        guard={false}
      >
        {institutions.length === 1 ? (
          <input type="hidden" name="institutionId" value={institutions[0]!.id} />
        ) : (
          <SelectField
            name="institutionId"
            label="Institution"
            defaultValue={institutionId ? String(institutionId) : ''}
            options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <UploadField
          name="file"
          label="File"
          accept=".csv,.tsv,.txt,.xlsx"
          maxBytes={maxBytes}
          hint="CSV or Excel (.xlsx), up to 20 MB and 100,000 rows"
        />
      </EditForm>
    </>
  );
}
