import { router } from '@inertiajs/react';
import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DateText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { intakeDecisionsPage } from '../decisions/decisions.pages.ts';
import { CutoffCard } from '../parts/cutoff-card.tsx';
import classes from '../parts/decisions.module.css';
import { LineOfApplicants } from '../parts/line-of-applicants.tsx';
import { RoundsCard } from '../parts/rounds-card.tsx';
import { SeatsCard } from '../parts/seats-card.tsx';

type Props = PropsOf<typeof intakeDecisionsPage>;

/** Everything that waits for a decision in an intake. */
export default function IntakeDecisionsPage({ intake, seats, waiting, offers, accepted, rounds, can, ...day }: Props) {
  const { href } = useAddress();
  const late = offers.filter(({ isLate }) => isLate);
  return (
    <>
      <PageHeader
        title={`Decisions: ${intake.program}`}
        breadcrumbs={[
          { label: 'Applications', href: href('/applications') },
          { label: 'Intakes', href: href('/intakes') },
        ]}
        description={intake.session}
        action={
          <LinkButton href={href('/applications', { intake: intake.id })}>Applications of this intake</LinkButton>
        }
      />
      <div className={classes.stack}>
        <SeatsCard seats={seats} />
        {can.decide && <CutoffCard key={rounds[0]?.id} intakeId={intake.id} cutoff={intake.cutoff} {...day} />}
        {waiting.length > 0 && (
          <LineOfApplicants
            key={`waiting ${waiting.map(({ id }) => id).join()}`}
            name="waiting"
            title="Next on the waiting list"
            rows={waiting}
            action={
              can.decide
                ? (ids) => ({
                    label: `Offer ${countOf(ids.length, 'place')}`,
                    run: () => decide(ids, { to: 'offered' }),
                  })
                : null
            }
          >
            Seats are free. These applicants are the next, by mark and then by the time of their application.
          </LineOfApplicants>
        )}
        {offers.length > 0 && (
          <LineOfApplicants
            key={`offers ${offers.map(({ id }) => id).join()}`}
            name="offers"
            title="Open offers"
            rows={offers}
            ticked={({ isLate }) => isLate}
            columns={[
              {
                ...{ key: 'until', title: 'Accept by', card: 'line' },
                render: (row) => (
                  <>
                    <DateText value={row.until} />
                    {row.isLate && ' (passed)'}
                  </>
                ),
              },
            ]}
            action={
              can.decide
                ? (ids) => ({
                    label: `Withdraw ${countOf(ids.length, 'offer')}`,
                    run: () => void withdraw(ids),
                  })
                : null
            }
          >
            {late.length > 0
              ? `The deadline of ${countOf(late.length, 'offer')} has passed. Withdraw them to free the seats, or give them more time.`
              : 'Waiting for an answer.'}
          </LineOfApplicants>
        )}
        {accepted.length > 0 && (
          <LineOfApplicants
            key={`accepted ${accepted.map(({ id }) => id).join()}`}
            name="accepted"
            tour="admission-accepted"
            title="To be admitted"
            rows={accepted}
            action={
              can.admit
                ? (ids) => ({ label: `Admit ${countOf(ids.length, 'applicant')}`, run: () => void admit(ids) })
                : null
            }
          >
            They have accepted. Admission makes the student records with guardians, photos and papers
            {intake.isCurrent ? ', assigns class arms evenly' : ''} and issues the first invoices, if the intake says
            so.
          </LineOfApplicants>
        )}
        {rounds.length > 0 && <RoundsCard {...{ rounds, institutionId: intake.institutionId, can }} />}
      </div>
    </>
  );

  async function withdraw(ids: number[]) {
    const isSure = await confirm({
      title: `Withdraw ${countOf(ids.length, 'offer')}?`,
      body: 'The applicants are told. You can reopen their applications later.',
      action: 'Withdraw offers',
      tone: 'bad',
    });
    if (isSure) decide(ids, { to: 'withdrawn', reason: 'The offer was not accepted in time.' });
  }

  async function admit(ids: number[]) {
    const isSure = await confirm({
      title: `Admit ${countOf(ids.length, 'applicant')}?`,
      body: 'Possible duplicates of existing students are left out and shown to you.',
      action: 'Admit applicants',
    });
    if (isSure) act(`/intakes/${intake.id}/admit`, { application_ids: ids, fills_batches: 'on' });
  }
}

const decide = (ids: number[], data: { to: string; reason?: string }) =>
  act('/applications/decide', { application_ids: ids, ...data });

const act = (address: string, data: Record<string, string | number[]>) =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) => toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'Reload the page and try again.' }),
  });
