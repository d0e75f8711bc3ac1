import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownLeavePage } from './leave.pages.ts';
import { BalanceTable } from './shared/balance-table.tsx';
import { MonthTable } from './shared/month-table.tsx';
import { RequestRows } from './shared/request-rows.tsx';
import classes from './shared/leave.module.css';

/** One’s own leave and attendance. */
export default function OwnLeavePage({ records }: PropsOf<typeof ownLeavePage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="My leave and attendance"
        action={records.length > 0 && <PrimaryLink href={href('/leave/new')}>Request leave</PrimaryLink>}
      />
      {records.length === 0 && (
        <EmptyState title="No employee record">
          Your account has no employee record, so there is no leave to show. Ask HR to link it.
        </EmptyState>
      )}
      <div className="stack">
        {records.map((record) => (
          <section key={record.employeeId} className="stack" aria-label={record.institution}>
            {records.length > 1 && <h2>{record.institution}</h2>}
            {record.years.map(({ year, balances }) => (
              <Card key={year} title={`Leave in ${year}`}>
                <BalanceTable year={year} balances={balances} />
              </Card>
            ))}
            <div className={classes.columns}>
              <Card title="Requests" flush>
                <RequestRows requests={record.requests} />
                <ListEnd shown={record.requests.length} isMore={record.isMore} next="Only the latest are shown." />
              </Card>
              <Card title="Attendance">
                <MonthTable months={record.months} />
              </Card>
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
