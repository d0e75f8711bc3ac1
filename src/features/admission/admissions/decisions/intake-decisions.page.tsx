import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { intakeDecisionsPage } from './decisions.pages.ts';
import { CutoffCard } from './cutoff-card.tsx';
import classes from '../shared/decisions.module.css';
import { act, decide } from './post-decision.ts';
import { LineOfApplicants } from './line-of-applicants.tsx';
import { NewcomersCard } from './newcomers-card.tsx';
import { OffersCard } from './offers-card.tsx';
import { RoundsCard } from './rounds-card.tsx';
import { SeatsCard } from './seats-card.tsx';

type Props = PropsOf<typeof intakeDecisionsPage>;

/** Everything that waits for a decision in an intake. */
export default function IntakeDecisionsPage({
  intake,
  seats,
  waiting,
  offers,
  accepted,
  rounds,
  newcomers,
  can,
  ...day
}: Props) {
  const { href } = useAddress();
  const words = useWords();
  const arms = words.batches.toLowerCase();
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
            actions={
              can.decide
                ? (ids) => [
                    { label: `Offer ${countOf(ids.length, 'place')}`, run: () => decide(ids, { to: 'offered' }) },
                  ]
                : null
            }
          >
            Seats are free. These applicants are the next, by mark and then by the time of their application.
          </LineOfApplicants>
        )}
        {offers.length > 0 && <OffersCard offers={offers} can={can} />}
        {accepted.length > 0 && (
          <LineOfApplicants
            key={`accepted ${accepted.map(({ id }) => id).join()}`}
            name="accepted"
            tour="admission-accepted"
            title="To be admitted"
            rows={accepted}
            actions={
              can.admit
                ? (ids) => [{ label: `Admit ${countOf(ids.length, 'applicant')}`, run: () => void admit(ids) }]
                : null
            }
          >
            They have accepted. Admission makes the student records with guardians, photos and papers
            {intake.isCurrent ? `, fills ${arms} evenly` : ''} and issues the first invoices, if the intake says so.
            {!intake.isCurrent &&
              ` They get their ${words.batch.toLowerCase()} once ${intake.session} is the current session.`}
          </LineOfApplicants>
        )}
        {newcomers.length > 0 && <NewcomersCard intake={intake} newcomers={newcomers} can={can} />}
        {rounds.length > 0 && <RoundsCard rounds={rounds} institutionId={intake.institutionId} can={can} />}
      </div>
    </>
  );

  async function admit(ids: number[]) {
    const isSure = await confirm({
      title: `Admit ${countOf(ids.length, 'applicant')}?`,
      body: 'Possible duplicates of existing students are left out and shown to you.',
      action: 'Admit applicants',
    });
    if (isSure) act(`/intakes/${intake.id}/admit`, { application_ids: ids, fills_batches: 'on' });
  }
}
