import type { ReactNode } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Kbd } from '#ui/kbd.tsx';
import { decisions as decisionWords, type Decision } from '../decisions/transitions.ts';
import type { ApplicationProps } from './show-application.ts';
import classes from './review.module.css';

/** The key of each decision on the review screen. */
export const decisionKeys: Record<Decision, string> = {
  offered: 'o',
  waiting_list: 'w',
  rejected: 'x',
  accepted: 'a',
  withdrawn: 'd',
  under_review: 'r',
};

interface ReviewActsProps extends ApplicationProps {
  onStart: () => void;
  onAsk: () => void;
  onDecide: (to: Decision) => void;
}

const Act = ({ children, shortcut }: { children: ReactNode; shortcut: string }) => (
  <>
    {children} <Kbd>{shortcut}</Kbd>
  </>
);

/** What can be done with the application now, each with its key. */
export function ReviewActs({ application, decisions, can, onStart, onAsk, onDecide }: ReviewActsProps) {
  const { href } = useAddress();
  const { id, status } = application;
  const isNew = status === 'submitted';
  const listed = decisions.filter((to) => !(isNew && to === 'under_review'));
  return (
    <div className={classes.acts} data-tour="review-acts">
      {can.review && isNew && (
        <Button tone="primary" onClick={onStart}>
          <Act shortcut="S">Start review</Act>
        </Button>
      )}
      {can.admit && status === 'accepted' && (
        <LinkButton tone="primary" href={href(`/applications/${id}/admit`)}>
          Admit
        </LinkButton>
      )}
      {listed.map((to) => (
        <Button
          key={to}
          tone={to === 'offered' && !isNew ? 'primary' : to === 'rejected' ? 'bad' : 'quiet'}
          onClick={() => onDecide(to)}
        >
          <Act shortcut={decisionKeys[to].toUpperCase()}>{decisionWords[to]}</Act>
        </Button>
      ))}
      {can.review && isOpen(status) && (
        <Button onClick={onAsk}>
          <Act shortcut="T">Ask applicant</Act>
        </Button>
      )}
      {['accepted', 'admitted', 'offered'].includes(status) && (
        <LinkButton external href={`/applications/${id}/letter.pdf`}>
          Admission letter
        </LinkButton>
      )}
    </div>
  );
}

/** States in which the applicant can still be asked for something. */
export const isOpen = (status: string) => ['submitted', 'under_review', 'waiting_list', 'offered'].includes(status);
