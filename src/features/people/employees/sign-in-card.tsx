import { StatusBadge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { EmployeeProfileProps } from './employees.pages.ts';
import classes from './sign-in-card.module.css';

const states = { active: 'Active', invited: 'Invited', disabled: 'Disabled' };

/** The accounts of an employee, with their roles. */
export function SignInCard({ employee, signIns, can }: Pick<EmployeeProfileProps, 'employee' | 'signIns' | 'can'>) {
  const address = useAddress();
  return (
    <Card title="Account and roles" tour="employee-sign-in">
      {signIns.length === 0 && <Secondary>{employee.leftOn ? 'No account any more.' : 'No account.'}</Secondary>}
      {signIns.map((one) => (
        <div key={one.accountId} className={classes.signIn}>
          <div>
            <b>{one.username}</b>
            <StatusBadge status={one.state} label={states[one.state]} />
          </div>
          <ul className={classes.roles} aria-label={`Roles of ${one.username}`}>
            {one.roles.map((role) => (
              <li key={role}>{role}</li>
            ))}
          </ul>
          {can.accounts && (
            <div className={`${classes.links} no-print`}>
              <LinkButton small href={address.href(`/accounts/${one.accountId}`)}>
                {can.invite ? 'Manage roles' : 'View account'}
              </LinkButton>
            </div>
          )}
        </div>
      ))}
      {signIns.length === 0 && !can.invite && !employee.leftOn && (
        <p className={classes.last}>The owner or an ICT administrator can send an invitation.</p>
      )}
      {signIns.length === 0 && can.invite && (
        <div className={`${classes.links} no-print`}>
          <LinkButton
            small
            href={address.href('/accounts/new', { institution_id: employee.institutionId, employee_id: employee.id })}
          >
            Invite employee
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
