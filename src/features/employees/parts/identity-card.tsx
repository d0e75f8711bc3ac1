import type { HistoryEntry } from '#features/people/history.queries.ts';
import { Avatar } from '#ui/avatar.tsx';
import buttons from '#ui/button.module.css';
import { Card } from '#ui/records/card.tsx';
import { cx } from '#ui/cx.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { listName, textName } from '#ui/format.ts';
import { IconMail, IconPhone } from '#ui/icons.tsx';
import { DateText, DateTimeText } from '#ui/text.tsx';
import { photoUrl } from '#features/people/photos/photo-url.ts';
import type { EmployeeProfile } from '../employees.queries.ts';
import { StateBadge } from './employee-columns.tsx';
import classes from './identity-card.module.css';

interface IdentityCardProps {
  employee: EmployeeProfile;
  lastChange: HistoryEntry | null;
}

/** Photo, name and key facts, on the left of the record. */
export function IdentityCard({ employee, lastChange }: IdentityCardProps) {
  const phone = employee.mobile ?? employee.phone;
  const contact = cx(buttons.button, buttons.quiet, buttons.small);
  return (
    <Card>
      <div className={classes.who}>
        <Avatar name={listName(employee)} src={photoUrl('employees', employee, 'small')} size={72} />
        <div>
          <strong>{[employee.title, textName(employee)].filter(Boolean).join(' ')}</strong>
          <div className={classes.number}>{employee.employeeNumber}</div>
          <StateBadge leftOn={employee.leftOn} />
        </div>
      </div>
      {(phone || employee.email) && (
        <div className={cx(classes.actions, 'no-print')}>
          {phone && (
            <a className={contact} href={`tel:${phone}`}>
              <IconPhone size={16} />
              Call
            </a>
          )}
          {employee.email && (
            <a className={contact} href={`mailto:${employee.email}`}>
              <IconMail size={16} />
              E-mail
            </a>
          )}
        </div>
      )}
      <DescriptionList
        items={[
          ['Job title', employee.jobTitle],
          ['Department', employee.department],
          ...(employee.leftOn
            ? ([
                ['Left on', <DateText key="left" value={employee.leftOn} />],
                ...(employee.leavingReason ? [['Reason', employee.leavingReason]] : []),
              ] as [string, React.ReactNode][])
            : []),
        ]}
      />
      {lastChange && (
        <p className={classes.last} data-tour="last-change">
          Last changed by {lastChange.person},{' '}
          <DateTimeText value={String(lastChange.at)} institutionId={employee.institutionId} />
        </p>
      )}
    </Card>
  );
}
