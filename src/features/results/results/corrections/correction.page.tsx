import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { changeCountsText } from './change-counts-text.ts';
import { correctionStates, correctionTones } from './correction-states.ts';
import { ComparisonView } from './comparison-view.tsx';
import classes from '../shared/corrections.module.css';
import type { correctionPage } from '../results.pages.ts';

/** A correction with everybody affected; a second person compares and decides here. */
export default function CorrectionPage(props: PropsOf<typeof correctionPage>) {
  const { correction, sheet, counts, comparison, seen, problem, isOther, can } = props;
  const { href } = useAddress();
  const words = useTerms(correction.institutionId);
  const { send, busy, message } = useRemote<{ message: string }>();
  const [isRefusing, setRefusing] = useState(false);
  const here = `/result-corrections/${correction.id}`;
  const agree = async () => {
    const answer = await send('post', `${here}/approve`, { seen });
    if (answer) toast({ message: answer.json.message, tone: 'good' });
    // Also if it was refused: what has changed meanwhile is shown.
    router.reload();
  };
  return (
    <>
      <PageHeader
        title={`Correction of ${changeCountsText(counts, words)}, ${sheet.batch}`}
        badge={<Badge tone={correctionTones[correction.state]}>{correctionStates[correction.state]}</Badge>}
        breadcrumbs={[{ label: 'Corrections', href: href('/result-corrections') }]}
        action={
          <>
            {can.withdraw && <Button onClick={() => post(`${here}/withdraw`)}>Withdraw</Button>}
            {can.refuse && <Button onClick={() => setRefusing(true)}>Refuse</Button>}
            {can.agree && (
              <Button tone="primary" loading={busy} onClick={() => void agree()}>
                {correction.waitsUntil ? 'Complete' : 'Approve and publish'}
              </Button>
            )}
          </>
        }
      />
      {message && (
        <p role="alert" className={classes.problem}>
          {message}
        </p>
      )}
      {problem && <p className={classes.problem}>This can no longer be carried out. {problem}</p>}
      {isOther && (
        <p className={classes.problem}>
          Other marks or results have changed since this was requested. The figures below are up to date.
        </p>
      )}
      <DescriptionList columns={2} items={factsOf(props)} />
      {comparison && <ComparisonView {...comparison} />}
      <Dialog open={isRefusing} onClose={() => setRefusing(false)} title="Refuse this correction">
        <EditForm
          action={`${here}/refuse`}
          submit="Refuse correction"
          guard={false}
          onSuccess={() => setRefusing(false)}
        >
          <TextareaField
            name="reason"
            label="Reason"
            help={`${correction.asker} will see it.`}
            maxLength={300}
            rows={3}
          />
        </EditForm>
      </Dialog>
    </>
  );
}

function factsOf({
  correction,
  sheet,
  needsPrincipal,
  can,
}: PropsOf<typeof correctionPage>): [string, React.ReactNode][] {
  const { institutionId, asker, askedAt, reason, decider, decidedAt, refusal, state, waitsUntil } = correction;
  const at = (value: string) => <DateTimeText value={value} institutionId={institutionId} />;
  return [
    ['Term', `${sheet.term}, ${sheet.session}`],
    ['Reason', reason],
    [
      'Requested by',
      <>
        {asker}, {at(askedAt)}
      </>,
    ],
    ...(decider && decidedAt
      ? [
          [
            state === 'refused' ? 'Refused by' : state === 'withdrawn' ? 'Withdrawn by' : 'Approved by',
            <>
              {decider}, {at(decidedAt)}
            </>,
          ] as [string, React.ReactNode],
        ]
      : []),
    ...(refusal ? [['Reason of the refusal', refusal] as [string, React.ReactNode]] : []),
    ...(state === 'waiting' && !can.agree && !waitsUntil
      ? [
          ['Waiting for', needsPrincipal ? waitsForPrincipal : 'Another person who can publish results'] as [
            string,
            React.ReactNode,
          ],
        ]
      : []),
    ...(state === 'waiting' && waitsUntil
      ? [
          [
            'Nobody else can approve',
            <>
              {asker} can complete it from {at(waitsUntil)}
            </>,
          ] as [string, React.ReactNode],
        ]
      : []),
  ];
}

const waitsForPrincipal = 'Someone who can approve marks and publish results, because the principal’s remark changes';
