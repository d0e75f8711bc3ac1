import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { newKey } from '#ui/form-key.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { toast } from '#ui/overlays/toast.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { composePageOf } from '../messages.pages.ts';
import { AudienceFields } from '../shared/audience-fields.tsx';
import { isHandPicked } from '../shared/rule-kinds.ts';
import classes from '../shared/compose.module.css';
import { costOf } from './cost-text.ts';
import { Reach } from './reach.tsx';
import { SampleCard } from './sample-card.tsx';
import { SendDialog } from './send-dialog.tsx';
import { TextCard } from './text-card.tsx';
import { asData, useCompose, type DraftState } from '../shared/use-compose.ts';
import { isFilled } from '../whatsapp/filled-text.ts';

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
        <SelectField
          name="institution"
          label="Institution"
          placeholder={null}
          value={String(page.institutionId)}
          options={page.institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
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
