import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { maxBytes } from './engine/limits.ts';
import { kindLabels } from './kinds/kind-labels.ts';
import { importCrumbs, importsOf } from './import-crumbs.ts';
import type { importNew } from './imports.pages.ts';

/** The first step: the file and its institution. */
export default function ImportNewPage({ kind, institutions, institutionId }: PropsOf<typeof importNew>) {
  const address = useAddress();
  const [chosen, setChosen] = useState(String(institutionId ?? institutions[0]!.id));
  return (
    <>
      <PageHeader
        title={`Import ${kindLabels[kind].many} from a file`}
        breadcrumbs={importCrumbs(kind).map(({ label, href }) => ({ label, href: address.href(href) }))}
        description="The first row must contain the column headings. In the next step you map the columns to fields. Nothing is saved until you have seen a preview."
      />
      <EditForm
        action="/imports"
        submit="Upload and map columns"
        cancelHref={address.href(importsOf(kind))}
        guard={false}
      >
        <input type="hidden" name="kind" value={kind} />
        {institutions.length === 1 ? (
          <input type="hidden" name="institutionId" value={institutions[0]!.id} />
        ) : (
          <SelectField
            name="institutionId"
            label="Institution"
            defaultValue={institutionId ? String(institutionId) : ''}
            onChange={(event) => setChosen(event.target.value)}
            options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <UploadField
          name="file"
          label="File"
          accept=".csv,.tsv,.txt,.xlsx"
          maxBytes={maxBytes}
          hint="CSV or Excel (.xlsx), up to 20 MB and 100,000 rows"
          help={
            <>
              No list yet? Fill in{' '}
              <a href={`/imports/template.xlsx?kind=${kind}&institution_id=${chosen}`} download>
                a template
              </a>{' '}
              with the right columns, an example and notes on each column.
            </>
          }
        />
      </EditForm>
    </>
  );
}
