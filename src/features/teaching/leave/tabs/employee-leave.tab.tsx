import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Card } from '#ui/records/card.tsx';
import type { LeaveBalance } from '../balances/balances.queries.ts';
import type { EmployeeLeave } from '../own-leave.ts';
import { BalanceTable } from '../shared/balance-table.tsx';
import { MonthTable } from '../shared/month-table.tsx';
import { RequestRows } from '../shared/request-rows.tsx';
import classes from '../shared/leave.module.css';

/** The leave and attendance of an employee, for HR and the principal. */
export default function EmployeeLeaveTab({ employeeId, year, balances, requests, months, can }: EmployeeLeave) {
  const [changed, setChanged] = useState<LeaveBalance | null>(null);
  const close = () => setChanged(null);
  return (
    <div className="stack">
      <Card title={`Leave in ${year}`}>
        <BalanceTable
          year={year}
          balances={balances}
          action={
            can.edit
              ? (balance) => (
                  <Button small onClick={() => setChanged(balance)} aria-label={`Change days of ${balance.name}`}>
                    Change days
                  </Button>
                )
              : undefined
          }
        />
      </Card>
      <div className={classes.columns}>
        <Card title="Requests" flush>
          <RequestRows requests={requests} canOpen={can.open} />
        </Card>
        <Card title="Attendance">
          <MonthTable months={months} />
        </Card>
      </div>
      <Dialog open={changed !== null} onClose={close} title={changed ? `${changed.name} in ${year}` : ''}>
        {changed && (
          <EditForm
            action={`/employees/${employeeId}/leave-entitlement`}
            submit="Save days"
            options={{ preserveScroll: true }}
            onSuccess={close}
          >
            <input type="hidden" name="typeId" value={changed.typeId} />
            <input type="hidden" name="year" value={year} />
            <input type="hidden" name="shown" value={changed.isOwn ? (changed.entitled ?? '') : ''} />
            <NumberField
              name="days"
              label="Days"
              optional
              min={0}
              max={366}
              step={0.5}
              defaultValue={changed.entitled ?? undefined}
              help="Only for this employee and year. Leave blank to use the days of the type."
            />
          </EditForm>
        )}
      </Dialog>
    </div>
  );
}
