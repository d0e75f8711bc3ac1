import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { post } from '#ui/post.ts';
import { DateTimeText } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import { router } from '@inertiajs/core';
import { proofPath, proofRecord, proofText } from './hosts/proof-places.ts';
import type { HomeEditorProps } from './site.pages.ts';
import type { HostName } from './site.queries.ts';
import classes from './shared/site.module.css';

type Props = Pick<HomeEditorProps, 'institution' | 'can' | 'waitsFor'>;

const tones: Record<HostName['status'], BadgeTone> = { waiting: 'gold', approved: 'good', refused: 'bad' };
const labels = { waiting: 'Waiting', approved: 'Approved', refused: 'Refused' };

/** Host names with their status and the actions available to the user. */
export function HostNames({ hosts, ...rest }: Props & { hosts: HostName[] }) {
  return (
    <ul className={classes.hostNames}>
      {hosts.map((hostName) => (
        <li key={hostName.host}>
          <div className={classes.hostName}>
            <span>{hostName.host}</span>
            <Badge tone={tones[hostName.status]}>{labels[hostName.status]}</Badge>
          </div>
          <State hostName={hostName} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function State({ hostName, institution, can, waitsFor }: Props & { hostName: HostName }) {
  const { host, status, decidedBy } = hostName;
  if (status === 'approved') {
    const how = decidedBy === 'file' ? 'Verified by a file.' : decidedBy === 'dns' ? 'Verified by a DNS record.' : null;
    return how && <p className={classes.hostState}>{how}</p>;
  }
  if (status === 'refused')
    return (
      <p className={classes.hostState}>
        A group administrator refused this name. Ask them why, or select Edit to remove it.
      </p>
    );
  const decide = (isApproved: boolean) =>
    post('/site/hosts/decide', { institutionId: String(institution.id), host, isApproved: String(isApproved) });
  if (can.front)
    return (
      <>
        <p className={classes.hostState}>{institution.name} wants to show its site here.</p>
        <div className={classes.hostActions}>
          <Button small tone="primary" onClick={() => decide(true)}>
            Approve<span className="visually-hidden"> {host}</span>
          </Button>
          <Button small onClick={() => decide(false)}>
            Refuse<span className="visually-hidden"> {host}</span>
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className={classes.hostState}>
        {waitsFor === 'administrator' ? (
          'A group administrator has to approve this name, or you can verify it.'
        ) : (
          <>
            Shows your site after <DateTimeText value={dayAfter(hostName.requestedAt)} />, or once you verify it.
          </>
        )}
      </p>
      <Proof hostName={hostName} institution={institution} />
    </>
  );
}

function Proof({ hostName: { host, token }, institution }: Pick<Props, 'institution'> & { hostName: HostName }) {
  const { send, busy, message } = useRemote<{ message: string }>();
  const check = async () => {
    const answer = await send('post', '/site/hosts/prove', { institutionId: institution.id, host });
    if (answer) router.reload();
  };
  return (
    <details className={classes.proof}>
      <summary>Verify this host name</summary>
      <p>Create a text file at</p>
      <code>{`http://${host}${proofPath(token)}`}</code>
      <p>with exactly this content</p>
      <code>{token}</code>
      <p>
        or add a DNS TXT record named <code>{proofRecord(host)}</code> with the value the value the value the value
      </p>
      <code>{proofText(token)}</code>
      {message && (
        <p role="alert" className="problem">
          {message}
        </p>
      )}
      <Button small loading={busy} onClick={() => void check()}>
        Check now<span className="visually-hidden"> for {host}</span>
      </Button>
    </details>
  );
}

const dayAfter = (moment: string) => new Date(Date.parse(moment) + 86_400_000).toISOString();
