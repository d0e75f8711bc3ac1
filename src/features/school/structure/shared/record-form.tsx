import type { ReactNode } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';

interface RecordFormProps {
  /** The noun of the record: 'class'. */
  noun: string;
  /** The title of its list. */
  list: string;
  path: string;
  /** The record to edit; null to add one. */
  record: { id: number; name: string } | null;
  /** Changing it resets the form, whose choices depend on it. */
  institutionId: number;
  /** The stored values that the form shows. */
  opened?: Record<string, unknown> | undefined;
  /** Shown instead of the form if the record is read-only. */
  closed?: ReactNode;
  children: ReactNode;
}

/** The page of a form that adds or edits a record. */
export function RecordForm({ noun, list, path, record, institutionId, opened, closed, children }: RecordFormProps) {
  const address = useAddress();
  const back = address.href(path);
  return (
    <>
      <PageHeader title={record ? `Edit ${record.name}` : `Add ${noun}`} breadcrumbs={[{ label: list, href: back }]} />
      {closed || (
        <EditForm
          key={`${institutionId} ${record?.id}`}
          opened={opened}
          action={record ? `${path}/${record.id}` : path}
          submit={record ? `Save ${noun}` : `Add ${noun}`}
          cancelHref={back}
        >
          {children}
        </EditForm>
      )}
    </>
  );
}
