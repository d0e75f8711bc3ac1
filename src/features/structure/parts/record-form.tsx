import type { ReactNode } from 'react';
import { EditForm } from '#ui/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/use-address.ts';

interface RecordFormProps {
  /** What is made or changed: 'class'. */
  noun: string;
  /** The list it belongs to. */
  list: string;
  path: string;
  /** What exists already; null makes a new one. */
  record: { id: number; name: string } | null;
  /** What the form offers hangs on the institution: another one starts it anew. */
  institutionId: number;
  /** The values that the form shows of a record that exists. */
  opened?: Record<string, unknown> | undefined;
  /** Instead of the form, where the record can only be read. */
  closed?: ReactNode;
  children: ReactNode;
}

/** The page of a form that creates or changes one record of the structure. */
export function RecordForm({ noun, list, path, record, institutionId, opened, closed, children }: RecordFormProps) {
  const address = useAddress();
  const back = address.href(path);
  return (
    <>
      <PageHeader
        title={record ? `Edit ${record.name}` : `Create a ${noun}`}
        breadcrumbs={[{ label: list, href: back }]}
      />
      {closed || (
        <EditForm
          key={`${institutionId} ${record?.id}`}
          opened={opened}
          action={record ? `${path}/${record.id}` : path}
          submit={record ? `Save ${noun}` : `Create ${noun}`}
          cancelHref={back}
        >
          {children}
        </EditForm>
      )}
    </>
  );
}
