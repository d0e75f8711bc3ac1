import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import type { periodsPage } from '../books.pages.ts';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { ClosingHistory } from './closing-history.tsx';
import { LeftOpenList } from './left-open.tsx';
import classes from './periods.module.css';

/** Until when the books are closed, what is open before, and closing them. */
export default function PeriodsPage(props: PropsOf<typeof periodsPage>) {
  const { institutionId, institutions, closedThrough, through, open, differences, closings, can, today } = props;
  const address = useAddress();
  const href = (path: string, more: Record<string, string | number | null> = {}) =>
    address.href(path, { ...more, ...(institutions.length > 1 && { institution_id: institutionId }) });
  return (
    <>
      <PageHeader
        title="Periods"
        description="Entries of a closed period are final. A later correction is posted on the day it is made."
        action={
          can.close &&
          closedThrough && (
            <LinkButton href={href('/ledger/periods/reopen')} onClick={opensModal}>
              Reopen
            </LinkButton>
          )
        }
      />
      <div className={classes.page}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <p className={classes.state}>
          {closedThrough ? `The books are closed until ${dateText(closedThrough)}.` : 'Nothing is closed yet.'}
        </p>
        {through && open && (
          <Card title={can.close ? 'Close a period' : 'Still open'} tour="left-open">
            <div className={classes.closing}>
              <DatePickerField
                key={institutionId}
                name="until"
                label="Close until the end of"
                value={through}
                max={dayBefore(today)}
                onChange={(day) => day && day !== through && address.go({ through: day })}
              />
              <LeftOpenList open={open} through={through} differences={differences} href={href} />
              {can.close && (
                <EditForm key={through} action="/ledger/close" submit={`Close until ${dateText(through)}`}>
                  <input type="hidden" name="institutionId" value={institutionId} />
                  <input type="hidden" name="through" value={through} />
                </EditForm>
              )}
            </div>
          </Card>
        )}
        <ClosingHistory closings={closings} institutionId={institutionId} />
      </div>
    </>
  );
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
