import { router } from '@inertiajs/core';
import { useState, useMemo } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf, count } from '#ui/format.ts';
import { newKey } from '#ui/form-key.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { toast } from '#ui/overlays/toast.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useRemote, explain, remote, problemIn } from '#web/client/remote.ts';
import { useAnswer } from '#web/client/use-answer.ts';
import type { PropsOf } from '#web/page.ts';
import type { composePageOf } from '../messages.pages.ts';
import {
  AudienceFields,
  isHandPicked,
  asData,
  useCompose,
  type DraftState,
  type MessageDraft,
} from '../shared/audience-fields.tsx';
import classes from '../shared/compose.module.css';
import { Reach, SendDialog } from './reach.tsx';
import { TextCard, costOf } from './text-card.tsx';
import { isFilled } from '../whatsapp/filled-text.ts';
import { Secondary } from '#ui/text.tsx';
import type { Sample } from './queue-message.ts';
import { channelLabels } from './message-labels.ts';

type Page = PropsOf<typeof composePageOf>;

/** A new message, or a draft: to whom, what it says, and what it would cost. */
export default function ComposePage(page: Page) {
  const { href } = useAddress();
  const { written, change, askAgain, preview, errors } = useCompose(page);
  const [draft, setDraft] = useState<DraftState | null>(
    page.draft && { id: page.draft.id, version: page.draft.version },
  );
  const [sendKey] = useState(newKey);
  const [isSending, setSending] = useState(false);
  const saving = useRemote<DraftState & { flash: string }>();
  const saveDraft = async () => {
    const answer = await saving.send('POST', '/messages', asData({ ...written, ...draft, act: 'draft' }), newKey());
    if (!answer) return;
    const { id, version, flash } = answer.json;
    setDraft({ id, version });
    toast({ message: flash, tone: 'good' });
    router.replace({ url: href(`/messages/${id}/edit`), preserveState: true });
  };
  const problems = { ...errors, ...saving.errors };
  const problem = problems['form'] ?? problems['audience'] ?? saving.message;
  const isUnfinished = written.template !== null && !isFilled(written.template);
  return (
    <>
      <PageHeader
        title={page.draft ? 'Draft' : 'New message'}
        breadcrumbs={[{ label: 'Messages', href: href('/messages') }]}
      />
      {page.institutions.length > 1 && !page.draft && (
        <ChoiceField
          name="institution"
          label="Institution"
          value={String(page.institutionId)}
          options={page.institutions}
          onChange={(event) => router.visit(`/messages/new?institution_id=${event.target.value}`)}
        />
      )}
      <div className={classes.page}>
        <div className={classes.column}>
          <Card title="Recipients" tour="message-recipients">
            <AudienceFields
              offer={page.offer}
              audience={written.audience}
              given={page.isGiven || (page.audience && isHandPicked(page.audience)) ? page.audienceWords : null}
              onChange={(audience) => change({ audience })}
            />
          </Card>
          <TextCard page={page} written={written} errors={problems} onChange={change} />
        </div>
        <div className={classes.column}>
          <Reach
            preview={preview}
            written={written}
            mayPrice={page.mayPrice}
            onChange={(audience) => change({ audience })}
            onMended={askAgain}
          />
          <SampleCard written={written} />
        </div>
      </div>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.actions} data-tour="form-actions">
        <Button
          tone="primary"
          disabled={!preview || preview.recipients === 0 || written.body.trim() === '' || isUnfinished}
          onClick={() => setSending(true)}
        >
          Send…
        </Button>
        <Button loading={saving.busy} onClick={() => void saveDraft()}>
          Save draft
        </Button>
        {preview && (
          <span role="status">
            {countOf(preview.recipients, 'recipient')}
            {preview.parts > 0 && `, ${countOf(preview.parts, 'part')}`}
            {preview.recipients > 0 && ` · Cost: ${costOf(preview, page.currency)}`}
          </span>
        )}
      </div>
      {isSending && preview && (
        <SendDialog
          written={written}
          draft={draft}
          sendKey={sendKey}
          preview={preview}
          currency={page.currency}
          mayPrice={page.mayPrice}
          onClose={() => setSending(false)}
        />
      )}
    </>
  );
}

/** The text as one recipient after another gets it. */
function SampleCard({ written }: { written: MessageDraft }) {
  const [at, setAt] = useState(0);
  const [isTesting, setTesting] = useState(false);
  const hasRules = written.audience.by.length > 0 && written.body.trim() !== '';
  const question = useMemo(() => (hasRules ? { ...written, at } : null), [written, at, hasRules]);
  const { answer } = useAnswer<{ sample: Sample | null }>('/messages/sample', question, { pause: 300 });
  const sample = answer?.sample ?? null;
  const sendTest = async () => {
    setTesting(true);
    try {
      const { json } = await remote<{ message: string }>('POST', '/messages/test', asData({ ...written, at }), {
        key: newKey(),
      });
      toast({ message: json.message, tone: 'good' });
    } catch (error) {
      toast({ message: problemIn(explain(error)), tone: 'bad' });
    }
    setTesting(false);
  };
  return (
    <Card
      title="Preview"
      action={
        <Button small loading={isTesting} disabled={!sample} onClick={() => void sendTest()}>
          Send a test to myself
        </Button>
      }
    >
      {sample ? (
        <div className={classes.sample}>
          <p className={classes.turn}>
            <Button small disabled={sample.at === 0} onClick={() => setAt(sample.at - 1)}>
              Previous
            </Button>
            <span role="status">
              {sample.name} <Secondary>{`${count(sample.at + 1)} of ${count(sample.of)}`}</Secondary>
            </span>
            <Button small disabled={sample.at + 1 >= sample.of} onClick={() => setAt(sample.at + 1)}>
              Next
            </Button>
          </p>
          <div className={classes.bubble}>
            {sample.subject && sample.channel !== 'sms' && <strong>{sample.subject}</strong>}
            <p>{sample.body}</p>
          </div>
          <Secondary>
            {channelLabels[sample.channel as MessageDraft['channel']]}
            {sample.parts !== null && ` · ${sample.parts} ${sample.parts === 1 ? 'part' : 'parts'}`}
            {sample.empties.length > 0 && ` · empty here: ${sample.empties.map((name) => `{${name}}`).join(', ')}`}
          </Secondary>
        </div>
      ) : (
        <p className={classes.none}>Choose recipients and write the text to see it as they will.</p>
      )}
    </Card>
  );
}
