import type { CustomField, CustomValues } from '#kernel/contracts/custom-field.ts';
import type { ProfileProps } from '#features/records/people/serve-profile.ts';
import type { PeopleProps } from '#features/records/people/list/serve-people.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { page } from '#web/page.ts';
import type { employeeFormProps, EmployeeProfile } from './employee-form.queries.ts';
import type { EmployeePrivate } from './check-employee.ts';
import type { EmployeeWork, openWorkOf, SignIn } from './employee-duplicates.ts';
import type { employeeChoices, mayInEmployeeList, EmployeeFilter, EmployeeRow } from './employees.list.ts';

type EmployeeListProps = PeopleProps<
  EmployeeRow,
  EmployeeFilter,
  ReturnType<typeof mayInEmployeeList>,
  Awaited<ReturnType<typeof employeeChoices>>
>;
export const employeeListPage = page<EmployeeListProps>('employees/employee-list');

/** For people without an employee record of their own. */
export const noOwnRecord = page<object>('employees/no-own-record');

export interface EmployeeProfileProps extends ProfileProps {
  employee: EmployeeProfile;
  isOwn: boolean;
  signIns: SignIn[];
  /** Custom fields of the general group. Those of other groups are on the Private tab. */
  customFields: CustomField[];
  custom: CustomValues;
  work?: EmployeeWork;
  private?: EmployeePrivate & { age: number | null };
  lastChange: HistoryEntry | null;
  can: ProfileProps['can'] & {
    leave: boolean;
    reinstate: boolean;
    private: boolean;
    /** View accounts and add roles. */
    accounts: boolean;
    invite: boolean;
    cards: boolean;
  };
}
export const employeeProfilePage = page<EmployeeProfileProps>('employees/employee-profile');

export type EmployeeFormProps = Awaited<ReturnType<typeof employeeFormProps>>;
export const employeeForm = page<EmployeeFormProps>('employees/employee-form');

interface Named {
  id: number;
  institutionId: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  employeeNumber: string;
}

interface EmployeeLeaveProps {
  employee: Named;
  today: string;
  /** The roles and assignments that end with the employment. */
  roles: { username: string; role: string; staysElsewhere: boolean }[];
  work: Awaited<ReturnType<typeof openWorkOf>>;
}
export const employeeLeave = page<EmployeeLeaveProps>('employees/employee-leave');

interface EmployeeReturnProps {
  employee: Named & { leftOn: string | null; leavingReason: string | null };
  today: string;
  roles: { key: string; role: string; username: string; mayBeGiven: boolean }[];
}
export const employeeReturn = page<EmployeeReturnProps>('employees/employee-return');
