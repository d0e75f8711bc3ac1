import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { examPage } from './exam.pages.ts';
import { GiveSeatsForm } from './give-seats-form.tsx';
import { sittingColumns } from './sitting-columns.tsx';
import classes from '../shared/admissions.module.css';

/** The entrance examination of an intake: its sittings and who has a seat. */
export default function ExamPage({ exam, can }: PropsOf<typeof examPage>) {
  const { href } = useAddress();
  const list = (params: object) => href('/applications', { intake: String(exam.id), ...params });
  const add = can.review && (
    <LinkButton tone="primary" href={href(`/intakes/${exam.id}/exam/new`)} onClick={opensModal}>
      Add sitting
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Entrance examination"
        breadcrumbs={[
          { label: 'Intakes', href: href('/intakes') },
          { label: exam.name, href: href(`/intakes/${exam.id}`) },
        ]}
        action={add}
        more={[
          { label: can.review ? 'Enter marks' : 'View marks', href: href(`/intakes/${exam.id}/marks`) },
          can.review && { label: 'Marks as XLSX', href: `/intakes/${exam.id}/marks.xlsx`, external: true },
        ]}
      />
      <div className={classes.stack}>
        <Stats>
          <Stat
            label="To decide"
            value={exam.undecided}
            href={list({ status: ['submitted', 'under_review', 'waiting_list'] })}
          />
          <Stat label="Without a seat" value={exam.unseated} href={list({ seat: 'none' })} />
          <Stat label="With marks" value={exam.marked} href={href(`/intakes/${exam.id}/marks`)} />
        </Stats>
        {can.review && exam.unseated > 0 && exam.sittings.some(({ isPast }) => !isPast) && (
          <GiveSeatsForm exam={exam} />
        )}
        <DataTable
          name="sittings"
          caption="Sittings"
          columns={sittingColumns(exam, can.review, href)}
          rows={exam.sittings}
          total={exam.sittings.length}
          empty={
            <EmptyState title="No sittings yet" action={add}>
              A sitting is a day and time in a hall with seats. Add one for each hall, then give the applicants their
              seats and send the invitations.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
