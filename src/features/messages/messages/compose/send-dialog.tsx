import { router } from '@inertiajs/core';
import { useState } from 'react';
import { formatTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { count, countOf } from '#ui/format.ts';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Preview } from './preview.queries.ts';
import { longFrom } from './words.ts';
import classes from '../shared/compose.module.css';
import { costOf } from './cost-text.ts';
import { NetworkCosts } from './network-costs.tsx';
import { NoPrice } from './no-price.tsx';
import { asData, type DraftState, type Written } from '../shared/use-compose.ts';

interface SendDialogProps {
  written: Written;
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
              ['Left out', left > 0 ? count(left) : null],
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
            : such messages stay in the outbox and reach nobody.
          </p>
        )}
        <SelectField
          name="act"
          label="When"
          placeholder={null}
          value={act}
          options={Object.entries(acts).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setAct(event.target.value as keyof typeof acts)}
        />
        {act === 'send' && preview.quietUntil && (
          <p>Quiet hours are on: the messages leave at {formatTime(preview.quietUntil)}.</p>
        )}
        {act !== 'send' && (
          <DateTimeField name="send_at" label={act === 'later' ? 'Date and time' : 'First time'} onChange={setAt} />
        )}
        {act !== 'send' && <p>Who receives it is worked out when the time comes.</p>}
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
