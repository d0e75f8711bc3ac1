import { router } from '@inertiajs/core';
import { useState } from 'react';
import { textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { trailOf } from '#ui/lists/list-trail.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { TrailLinks } from '#ui/records/trail-links.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Decision } from '../decisions/transitions.ts';
import type { applicationPage } from './desk.pages.ts';
import { decisionKeys, isOpen, ReviewActs } from './review-acts.tsx';
import { ApplicationSummary } from './application-summary.tsx';
import { AnswersCard } from './review-answers.tsx';
import { ChecksCard } from './review-checks.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { HistoryCard, MarksCard, NotesCard } from './review-cards.tsx';
import { PapersViewer } from './papers-viewer.tsx';
import { TaskDialog, TasksCard } from './review-tasks.tsx';
import classes from './review.module.css';

/** The review of an application: its form beside its papers, and the way to the next one. */
export default function ApplicationPage(props: PropsOf<typeof applicationPage>) {
  const { application, can, decisions } = props;
  const address = useAddress();
  const [asking, setAsking] = useState(false);
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const here = `/applications/${application.id}`;
  const trail = trailOf('applications', application.id);
  const beside = (id: number | undefined) => (id ? address.href(`/applications/${id}`) : undefined);
  const go = (id: number | undefined) => id && router.visit(beside(id)!);
  const start = () => can.review && application.status === 'submitted' && post(`${here}/start`);
  useHotkeys({
    j: () => go(trail?.after),
    n: () => go(trail?.after),
    k: () => go(trail?.before),
    p: () => go(trail?.before),
    s: start,
    t: (event) => {
      // Otherwise the letter lands in the first field.
      event.preventDefault();
      setAsking(can.review && isOpen(application.status));
    },
    ...Object.fromEntries(
      decisions.map((to) => [
        decisionKeys[to],
        (event: KeyboardEvent) => {
          event.preventDefault();
          setDeciding(to);
        },
      ]),
    ),
  });
  return (
    <>
      <PageHeader
        title={textName(application)}
        breadcrumbs={[
          { label: 'Applications', href: trail?.address ?? address.href('/applications') },
          { label: application.number },
        ]}
        badge={
          trail && (
            <TrailLinks
              at={trail.at}
              count={trail.count}
              isUncounted={trail.isUncounted}
              noun="application"
              before={beside(trail.before)}
              after={beside(trail.after)}
            />
          )
        }
      />
      <ApplicationSummary application={application} />
      <ReviewActs {...props} onStart={start} onAsk={() => setAsking(true)} onDecide={setDeciding} />
      <div className={classes.review}>
        <div className={classes.column}>
          <ChecksCard {...props} />
          <AnswersCard {...props} />
          <MarksCard {...props} />
          <TasksCard {...props} onAsk={() => setAsking(true)} />
          <NotesCard {...props} />
          <HistoryCard {...props} />
        </div>
        <PapersViewer key={application.id} {...props} />
      </div>
      <TaskDialog open={asking} onClose={() => setAsking(false)} {...props} />
      <DecisionDialog
        to={deciding}
        onClose={() => setDeciding(null)}
        of={{ ids: [application.id], name: textName(application), states: [application.status] }}
      />
    </>
  );
}
