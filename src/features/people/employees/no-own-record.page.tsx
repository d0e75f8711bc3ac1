import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';

/** "My record" of an account that no employee's record is linked to. */
export default function NoOwnRecordPage() {
  return (
    <>
      <PageHeader title="My record" />
      <EmptyState title="Your account is not linked to an employee record">
        If you work here, ask HR or your ICT administrator to link your account to your employee record. It will then be
        shown here.
      </EmptyState>
    </>
  );
}
