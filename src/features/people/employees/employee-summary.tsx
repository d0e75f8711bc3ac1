import { Avatar } from '#ui/avatar.tsx';
import { dateText, listName } from '#ui/format.ts';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { EmployeeProfile } from './employees.queries.ts';
import { StateBadge } from './employee-columns.tsx';

/** Who the employee is, what the job is and how to reach them, at the head of the record. */
export function EmployeeSummary({ employee }: { employee: EmployeeProfile }) {
  const { leftOn, leavingReason, department, jobTitle } = employee;
  return (
    <RecordSummary
      photo={
        <Avatar shape="portrait" name={listName(employee)} src={photoUrl('employees', employee, 'small')} size={56} />
      }
      badge={<StateBadge leftOn={leftOn} />}
      facts={[employee.employeeNumber, jobTitle, department]}
      note={leftOn && [`Left on ${dateText(leftOn)}`, leavingReason].filter(Boolean).join(': ')}
      contacts={[{ phone: employee.mobile ?? employee.phone }, { email: employee.email }]}
    />
  );
}
