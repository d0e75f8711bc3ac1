import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { Audience } from '../audience/audience.ts';
import { skipReasonLabels, type SkipReason } from '../audience/audience-labels.ts';
import type { Preview } from './compose-preview.ts';
import classes from '../shared/compose.module.css';
import { RecipientList } from './recipient-list.tsx';
import { type MessageDraft, asData, type DraftState } from '../shared/audience-fields.tsx';
import { useLetReceive } from './use-let-receive.ts';
import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { router } from '@inertiajs/core';
import { formatTime } from '#kernel/dates.ts';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useRemote } from '#web/client/remote.ts';
import { longFrom } from './message-labels.ts';
import { costOf } from './text-card.tsx';
import { NetworkCosts } from './network-costs.tsx';

interface ReachProps {
  preview: Preview | null;
  written: MessageDraft;
  mayPrice: boolean;
  onChange: (audience: Audience) => void;
  /** Asks again who is reached. */
  onMended: () => void;
}

/** Who is reached, who is not and why. */
export function Reach({ preview, written, mayPrice, onChange, onMended }: ReachProps) {
  const [view, setView] = useState<'recipients' | 'left_out'>('recipients');
  // The list is asked again too.
  const [mended, setMended] = useState(0);
  const mend = useLetReceive(written, () => {
    setMended(mended + 1);
    onMended();
  });
  if (written.audience.by.length === 0)
    return (
      <Card title="Reach">
        <p className={classes.none}>Choose recipients to see who gets the message.</p>
      </Card>
    );
  const { taken_out: takenOut = 0, ...others } = preview?.leftOut ?? {};
  const left = Object.values(others).reduce((sum, n) => sum + n, 0);
  return (
    <Card title="Reach" flush tour="message-reach">
      <div className={classes.views} role="group" aria-label="Show">
        <Button
          small
          aria-pressed={view === 'recipients'}
          tone={view === 'recipients' ? 'primary' : 'quiet'}
          onClick={() => setView('recipients')}
        >
          Recipients {preview && count(preview.recipients)}
        </Button>
        <Button
          small
          aria-pressed={view === 'left_out'}
          tone={view === 'left_out' ? 'primary' : 'quiet'}
          onClick={() => setView('left_out')}
        >
          Skipped {preview && count(left)}
        </Button>
      </div>
      {preview && (
        <NoPrice
          className={classes.reasons}
          preview={preview}
          institutionId={written.institution_id}
          mayPrice={mayPrice}
        />
      )}
      {view === 'left_out' && left > 0 && (
        <p className={classes.reasons}>
          {(Object.entries(others) as [SkipReason, number][])
            .map(
              ([reason, n]) =>
                `${reason === 'duplicate' ? 'Same number or address' : skipReasonLabels[reason]}: ${count(n)}`,
            )
            .join(' · ')}
        </p>
      )}
      {view === 'left_out' && preview && preview.unreached > 0 && (
        <div className={classes.mend}>
          <p>
            {countOf(preview.unreached, 'student')} {preview.unreached === 1 ? 'has' : 'have'} no guardian who receives
            SMS.
          </p>
          <Button small loading={mend.busy === ''} onClick={() => void mend.run('')}>
            Let the first guardian of each receive SMS
          </Button>
        </div>
      )}
      {preview?.isPerChild && preview.severalChildren > 0 && view === 'recipients' && (
        <p className={classes.reasons}>
          The text names the student, so {countOf(preview.severalChildren, 'guardian')} of several get one message for
          each.
        </p>
      )}
      {preview && preview.empty.length > 0 && view === 'recipients' && (
        <p className={classes.reasons}>
          {preview.empty
            .map(
              ({ label, count: n, names }) =>
                `${label} is empty for ${count(n)}: ${names.join('; ')}${n > names.length ? ' …' : ''}`,
            )
            .join(' · ')}
        </p>
      )}
      <RecipientList
        key={`${view} ${mended}`}
        written={written}
        view={view}
        onChange={onChange}
        all={(preview?.recipients ?? 0) + takenOut}
        mend={preview?.canMend ? mend : null}
      />
    </Card>
  );
}

interface NoPriceProps {
  preview: Pick<Preview, 'leftOut' | 'noPrice'>;
  institutionId: number;
  mayPrice: boolean;
  className?: string;
}

/** Who gets nothing because prices are entered and none of them is for the country, and how to change that. */
function NoPrice({ preview: { leftOut, noPrice }, institutionId, mayPrice, className }: NoPriceProps) {
  const { href } = useAddress();
  const left = leftOut.no_price ?? 0;
  if (left === 0) return null;
  return (
    <p className={className}>
      {countOf(left, 'person gets', 'people get')} nothing, because no price is entered for numbers that begin with{' '}
      {noPrice.join(' or ')}.{' '}
      {mayPrice ? (
        <Link href={href('/message-providers', { institution_id: institutionId })}>Add a price for their country</Link>
      ) : (
        'Ask a colleague who manages message providers to add one.'
      )}
    </p>
  );
}

interface SendDialogProps {
  written: MessageDraft;
  draft: DraftState | null;
  /** Of the page, not of the dialog: closed and opened again after a lost answer, it sends nothing twice. */
  sendKey: string;
  preview: Preview;
  currency: string;
  mayPrice: boolean;
  onClose: () => void;
}

const acts = { send: 'Now', later: 'Later', weekly: 'Every week' };

/** What is about to happen, and when. The server sends it only if it still is what was shown here. */
export function SendDialog({ written, draft, sendKey, preview, currency, mayPrice, onClose }: SendDialogProps) {
  const { href } = useAddress();
  const [act, setAct] = useState<keyof typeof acts>('send');
  const [at, setAt] = useState('');
  const [isLong, setLong] = useState(false);
  const [isAnyway, setAnyway] = useState(false);
  const { send, busy, errors, message } = useRemote<{ id: number; flash: string }>();
  const { recipients, parts, price, unpriced, kept, empty, longest, networks } = preview;
  const left = Object.values(preview.leftOut).reduce((sum, n) => sum + n, 0);
  const go = async () => {
    const data = {
      ...written,
      ...draft,
      act,
      confirmed: recipients,
      is_long: isLong,
      is_anyway: isAnyway,
      send_at: at || undefined,
    };
    const answer = await send('POST', '/messages', asData(data), sendKey);
    if (!answer) return;
    toast({ message: answer.json.flash, tone: 'good' });
    router.visit(href(`/messages/${answer.json.id}`));
  };
  const problem = Object.values(errors)[0] ?? message;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Send message"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button tone="primary" loading={busy} onClick={() => void go()}>
            {act === 'send' ? `Send ${countOf(recipients, 'message')}` : 'Schedule message'}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <DescriptionList
          items={
            [
              ['Recipients', count(recipients)],
              ['Skipped', left > 0 ? count(left) : null],
              ['SMS parts', parts > 0 ? count(parts) : null],
              ['Cost', costOf(preview, currency)],
              ['Empty for some', empty.map(({ label, count: n }) => `${label}: ${count(n)}`).join(', ') || null],
            ].filter(([, value]) => value !== null) as [string, string][]
          }
        />
        {networks.some(({ network, unit }) => network !== null || unit !== null) && (
          <NetworkCosts networks={networks} currency={currency} />
        )}
        {unpriced > 0 && (
          <p>
            {countOf(unpriced, 'number has', 'numbers have')} no price yet
            {price > 0 ? ', so the cost is higher.' : ', so what the provider bills isn’t counted.'}
          </p>
        )}
        <NoPrice preview={preview} institutionId={written.institution_id} mayPrice={mayPrice} />
        {kept > 0 && (
          <p>
            {kept === recipients
              ? 'No provider is on for this channel'
              : `No provider is on for ${count(kept)} of them`}
            : these messages stay in the outbox and aren’t sent.
          </p>
        )}
        <ChoiceField
          name="act"
          label="When"
          value={act}
          options={acts}
          onChange={(event) => setAct(event.target.value as keyof typeof acts)}
        />
        {act === 'send' && preview.quietUntil && (
          <p>Quiet hours are on: the messages leave at {formatTime(preview.quietUntil)}.</p>
        )}
        {act !== 'send' && (
          <DateTimeField name="send_at" label={act === 'later' ? 'Date and time' : 'First time'} onChange={setAt} />
        )}
        {act !== 'send' && <p>Recipients are determined when it’s sent.</p>}
        {longest >= longFrom && (
          <CheckboxField
            name="is_long"
            label={`Send it although it takes up to ${longest} parts for one recipient`}
            checked={isLong}
            onChange={(event) => setLong(event.target.checked)}
          />
        )}
        {errors['price']?.includes('Send anyway') || isAnyway ? (
          <CheckboxField
            name="is_anyway"
            label="Send anyway"
            checked={isAnyway}
            onChange={(event) => setAnyway(event.target.checked)}
          />
        ) : null}
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
