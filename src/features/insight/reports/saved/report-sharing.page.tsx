import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reportSharingPage } from '../reports.pages.ts';

/** The roles that can run a report. */
export default function ReportSharingPage({ report, roles, shared, opened }: PropsOf<typeof reportSharingPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader title={`Share ${report.name}`} breadcrumbs={[{ label: 'Reports', href: href('/reports') }]} />
      <EditForm
        opened={opened}
        action={`/reports/${report.id}/sharing`}
        submit="Save sharing"
        cancelHref={href('/reports')}
      >
        <MultiSelectField
          name="roles[]"
          label="Roles"
          optional
          help="Each user sees only the records and fields that they have access to. Roles without permission to run reports can’t open it."
          options={roles.map(({ id, name, mayRun }) => ({
            value: String(id),
            label: mayRun ? name : `${name} (can’t run reports)`,
          }))}
          defaultValue={shared.map(String)}
        />
      </EditForm>
    </>
  );
}
