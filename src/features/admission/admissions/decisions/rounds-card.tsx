import { usePoll } from '#ui/hooks/use-poll.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { Round } from './decisions.queries.ts';
import classes from '../shared/decisions.module.css';

const askEvery = 1000;

interface RoundsCardProps {
  rounds: Round[];
  institutionId: number;
  can: { decide: boolean };
}

/** What was decided and admitted at once, with the way back. */
export function RoundsCard({ rounds, institutionId, can }: RoundsCardProps) {
  const { href } = useAddress();
  return (
    <Card title="Cut-offs and admissions so far">
      <div className={classes.stack}>
        {rounds.some(({ isRunning }) => isRunning) && <Refresh />}
        {rounds.map((round) => (
          <section key={round.id}>
            <div className={classes.actions} style={{ marginTop: 0 }}>
              <strong>{nameOf(round)}</strong>
              {round.isUndone && <Badge>Undone</Badge>}
              <span className={classes.note}>
                {round.person ?? 'Someone'}, <DateTimeText value={round.madeAt} institutionId={institutionId} />
              </span>
              {round.kind === 'cutoff' && !round.isUndone && can.decide && (
                <Button small onClick={() => void undo(round)}>
                  Undo cut-off
                </Button>
              )}
            </div>
            {round.isRunning ? (
              <ProgressBar label="Admitted" value={round.done + round.problems.length} max={round.members} />
            ) : (
              <p className={classes.note}>{resultOf(round)}</p>
            )}
            {round.problems.length > 0 && (
              <ul className={classes.problems}>
                {round.problems.map(({ id, name, problem }) => (
                  <li key={id}>
                    <a href={href(`/applications/${id}/admit`)}>{name}</a>: {problem}
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

/** While applicants are being admitted. */
function Refresh() {
  usePoll(askEvery, { only: ['rounds', 'accepted', 'seats'] });
  return null;
}

const nameOf = ({ kind, cutoff }: Round) => (kind === 'cutoff' ? `Cut-off ${cutoff}` : 'Admission');

const resultOf = ({ kind, offered, waiting, rejected, done, members }: Round) =>
  kind === 'cutoff'
    ? `${count(offered)} offered, ${count(waiting)} on the waiting list, ${count(rejected)} rejected`
    : `${count(done)} of ${countOf(members, 'applicant')} admitted`;

const undo = (round: Round) =>
  askThenPost(`/admission-rounds/${round.id}/undo`, {
    title: `Undo the cut-off of ${round.cutoff}?`,
    body: 'Applicants return to their previous status, unless they have answered or a new decision was made. They’re notified that the decision was withdrawn.',
    action: 'Undo cut-off',
  });
