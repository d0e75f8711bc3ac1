import classes from './review.module.css';
import { useState } from 'react';
import { router } from '@inertiajs/core';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { trailOf } from '#ui/lists/list-trail.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { TrailLinks } from '#ui/records/trail-links.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Decision } from '../decisions/transitions.ts';
import { ChecksCard } from './review-checks.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { HistoryCard, MarksCard, NotesCard } from './review-cards.tsx';
import { TaskDialog, TasksCard, decisionKeys, isOpen, ReviewActs } from './review-tasks.tsx';
import { textName, dateText, listName } from '#ui/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import { ApplicationBadge } from './state-badge.tsx';
import type { ApplicationProps, AnswerSection } from './show-application.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import { cx } from '#ui/cx.ts';
import type { applicationPage } from './applications.routes.ts';

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

/** Who applies, for what, and whom to call, at the head of the review. */
function ApplicationSummary({ application }: Pick<ApplicationProps, 'application'>) {
  const { number, class: level, program, session, status, submittedAt, phone, email } = application;
  return (
    <RecordSummary
      photo={<Avatar shape="portrait" name={listName(application)} size={56} />}
      badge={<ApplicationBadge state={status} />}
      facts={[number, `${[level, program].filter(Boolean).join(', ')}, ${session}`, `Sent ${dateText(submittedAt)}`]}
      contacts={[{ phone }, { email }]}
    />
  );
}

/** What the applicant answered, part by part. Health and religion are shown on request, which is logged. */
function AnswersCard({ application, sections, can }: ApplicationProps) {
  const { send, busy, message } = useRemote<{ sections: AnswerSection[] }>();
  const [revealed, setRevealed] = useState<{ of: number; sections: AnswerSection[] } | null>(null);
  const isRevealed = revealed?.of === application.id;
  const reveal = async () => {
    const answer = await send('post', `/applications/${application.id}/restricted`);
    if (answer) setRevealed({ of: application.id, sections: answer.json.sections });
  };
  return (
    <Card
      title="Form"
      tour="review-form"
      action={
        can.viewRestricted &&
        !isRevealed && (
          <Button small onClick={() => void reveal()} loading={busy}>
            Show restricted answers
          </Button>
        )
      }
    >
      {message && <p role="alert">{message}</p>}
      {(isRevealed ? revealed.sections : sections).map(({ part, title, rows }) => (
        <section key={part} className={classes.section}>
          <h3>{title}</h3>
          <DescriptionList
            items={rows.map(({ label, value }, at) => [
              // Two guardians can have one relation.
              rows.findIndex((row) => row.label === label) === at ? label : `${label} ${at + 1}`,
              value || <Secondary key={label}>Restricted</Secondary>,
            ])}
          />
        </section>
      ))}
    </Card>
  );
}

const zooms = [100, 150, 200, 300] as const;

/** The photo and the papers, one at a time, beside the form. */
function PapersViewer({ application, papers }: ApplicationProps) {
  const labelOf = (kind: string, name: string) =>
    application.intake.papers.find(({ key }) => key === kind)?.label ?? name;
  const all = [
    ...papers.map(({ kind, name, mediaType }) => ({
      kind,
      label: labelOf(kind, name),
      isPdf: mediaType === 'application/pdf',
    })),
    ...(application.hasPhoto ? [{ kind: 'photo', label: 'Photo', isPdf: false }] : []),
  ];
  const [chosen, setChosen] = useState(all[0]?.kind);
  const [zoom, setZoom] = useState<number>(zooms[0]);
  const paper = all.find(({ kind }) => kind === chosen) ?? all[0];
  const address = paper && `/applications/${application.id}/paper?kind=${paper.kind}`;
  const step = (by: 1 | -1) =>
    setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom as 100) + by))]!);
  return (
    <div className={classes.papers} data-tour="review-papers">
      <Card title="Papers" flush>
        {!paper && <p className={classes.none}>No papers have arrived.</p>}
        {paper && (
          <>
            <div className={classes.tabs} role="group" aria-label="Papers">
              {all.map(({ kind, label }) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={kind === paper.kind}
                  className={cx(classes.tab, kind === paper.kind && classes.chosen)}
                  onClick={() => {
                    setChosen(kind);
                    setZoom(100);
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
            <div className={classes.tools}>
              {!paper.isPdf && (
                <>
                  <Button small onClick={() => step(-1)} disabled={zoom === zooms[0]} aria-label="Zoom out">
                    −
                  </Button>
                  <span className="tabular" aria-live="polite">
                    {zoom}%
                  </span>
                  <Button small onClick={() => step(1)} disabled={zoom === zooms.at(-1)} aria-label="Zoom in">
                    +
                  </Button>
                </>
              )}
              <a href={address} target="_blank" rel="noreferrer">
                Open in a new tab
              </a>
            </div>
            {paper.isPdf ? (
              // Browsers of phones show no PDF in a page.
              navigator.pdfViewerEnabled && <iframe className={classes.frame} src={address} title={paper.label} />
            ) : (
              // A zoomed paper is scrolled with the keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <div className={classes.picture} tabIndex={0} role="region" aria-label={`${paper.label}, zoomable`}>
                <img src={address} alt={paper.label} style={{ width: `${zoom}%` }} />
              </div>
            )}
          </>
        )}
      </Card>
    </div>
  );
}
