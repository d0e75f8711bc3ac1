import { LinkButton, PrimaryButton } from '#ui/button.tsx';
import { countOf, count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { intakeDecisionsPage } from './decisions.routes.ts';
import { CutoffCard } from './cutoff-card.tsx';
import classes from '../shared/decisions.module.css';
import { LineOfApplicants } from './line-of-applicants.tsx';
import { RoundsCard } from './rounds-card.tsx';
import { SeatsCard } from './seats-card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { NewcomersOfClass } from '../admit/place-newcomers.ts';
import type { DecisionsOfIntake } from './decisions.queries.ts';
import { DateText } from '#ui/text.tsx';
import { router } from '@inertiajs/core';
import { toast } from '#ui/overlays/toast.ts';

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
  const words = useTerms();
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
            They have accepted. Admission creates the student records with guardians, photos and papers
            {intake.isCurrent ? `, fills ${arms} evenly` : ''} and issues the first invoices, if the intake is set to.
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
      body: 'Possible duplicates of existing students are skipped and listed for you.',
      action: 'Admit applicants',
    });
    if (isSure) act(`/intakes/${intake.id}/admit`, { application_ids: ids, fills_batches: 'on' });
  }
}

type Row = NewcomersOfClass & { id: number };

/** Admitted students without a class arm: all at once, as soon as the session has begun. */
function NewcomersCard({ intake, newcomers, can }: Pick<DecisionsOfIntake, 'intake' | 'newcomers' | 'can'>) {
  const { href } = useAddress();
  const words = useTerms();
  const [arm, arms] = [words.batch.toLowerCase(), words.batches.toLowerCase()];
  const waiting = newcomers.reduce((sum, { students }) => sum + students, 0);
  const isFull = newcomers.every(({ free }) => free === 0);
  const lead = intake.isCurrent
    ? `${countOf(waiting, 'admitted student has', 'admitted students have')} no ${arm} in ${intake.session}. All ${arms} fill evenly.`
    : `${countOf(waiting, 'admitted student has', 'admitted students have')} no ${arm} yet, because ${intake.session} is not the current session. Once it is, assign them all here.`;
  const columns: Column<Row>[] = [
    { key: 'name', title: 'Class', primary: true, render: (row) => row.name },
    { ...figure('students', `Without ${arm}`), render: (row) => countOf(row.students, 'student') },
    { ...figure('free', `Open ${arms}`), render: (row) => freeOf(row, arms) },
  ];
  return (
    <Card title={`Without ${arm}`} flush>
      <p className={classes.lead}>{lead}</p>
      <DataTable
        name="admissions-newcomers"
        caption={`Without ${arm}`}
        rows={newcomers.map((row): Row => ({ ...row, id: row.classId }))}
        columns={columns}
        flush
      />
      {can.admit && intake.isCurrent && (
        <div className={classes.bar}>
          {isFull ? (
            <LinkButton href={href('/batches')}>Open {arms}</LinkButton>
          ) : (
            <PrimaryButton onClick={() => void place(intake.id, waiting, arms)}>Assign {arms}</PrimaryButton>
          )}
        </div>
      )}
    </Card>
  );
}

const figure = (key: string, title: string) => ({ key, title, align: 'end' as const, card: 'line' as const });

const freeOf = ({ arms: open, free }: Row, arms: string) =>
  open === 0 ? `No open ${arms}` : `${count(open)}, ${countOf(free, 'free seat')}`;

const place = (intakeId: number, waiting: number, arms: string) =>
  askThenPost(`/intakes/${intakeId}/place`, {
    title: `Assign ${countOf(waiting, 'student')}?`,
    body: `The ${arms} of each class fill evenly; returning students get the one they chose. You can move students later.`,
    action: `Assign ${arms}`,
    tone: 'primary',
  });

/** Offers without an answer; those with a passed deadline are ticked. */
function OffersCard({ offers, can }: Pick<DecisionsOfIntake, 'offers' | 'can'>) {
  const late = offers.filter(({ isLate }) => isLate);
  return (
    <LineOfApplicants
      key={`offers ${offers.map(({ id }) => id).join()}`}
      name="offers"
      title="Open offers"
      rows={offers}
      ticked={({ isLate }) => isLate}
      columns={[
        {
          key: 'until',
          title: 'Accept by',
          card: 'line',
          render: (row) => (
            <>
              <DateText value={row.until} />
              {row.isLate && ' (passed)'}
            </>
          ),
        },
      ]}
      actions={
        can.decide
          ? (ids) => {
              const acts = [
                { label: 'Record acceptance', run: () => void accept(ids) },
                { label: `Withdraw ${countOf(ids.length, 'offer')}`, run: () => void withdraw(ids) },
              ];
              return late.length > 0 ? acts.toReversed() : acts;
            }
          : null
      }
    >
      {late.length > 0
        ? `The deadline of ${countOf(late.length, 'offer')} has passed. Withdraw them to free the seats, or give them more time.`
        : 'Waiting for an answer. Applicants accept on their page; record acceptances that reach the office here.'}
    </LineOfApplicants>
  );
}

async function withdraw(ids: number[]) {
  const isSure = await confirm({
    title: `Withdraw ${countOf(ids.length, 'offer')}?`,
    body: 'The applicants are notified. You can reopen their applications later.',
    action: 'Withdraw offers',
    tone: 'bad',
  });
  if (isSure) decide(ids, { to: 'withdrawn', reason: 'The offer was not accepted in time.' });
}

async function accept(ids: number[]) {
  const isSure = await confirm({
    title: `Record ${countOf(ids.length, 'acceptance')}?`,
    body: 'Applicants who told the office that they accept the place.',
    action: 'Record acceptance',
  });
  if (isSure) decide(ids, { to: 'accepted' });
}

/** Decides on several applications of the page in view. */
const decide = (ids: number[], data: { to: string; reason?: string }) =>
  act('/applications/decide', { application_ids: ids, back: location.pathname + location.search, ...data });

/** Posts an act of the page in view. */
const act = (address: string, data: Record<string, string | number[]>) =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) => toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'Reload the page and try again.' }),
  });
