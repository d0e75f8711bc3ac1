import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { confirm, type Question } from '#ui/overlays/confirm.tsx';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';
import classes from './person.module.css';
import { OnceShown } from '#ui/records/once-shown.tsx';
import { InvitationSent } from '#ui/records/invitation-sent.tsx';
import once from '#ui/records/once-shown.module.css';

/** An administrator's actions for a user's account. */
export function SignInActions({ person, can }: PropsOf<typeof personPage>) {
  const { errors } = usePage<{ errors: Record<string, string> }>().props;
  const remote = useRemote<MadeLink & { requested?: string }>();
  const [shown, setShown] = useState<MadeLink | null>(null);
  const request = async (kind: 'invitation' | 'reset-code') => {
    const answer = await remote.send('post', `/accounts/${person.id}/${kind}`);
    if (answer?.json.requested) toast({ message: answer.json.requested, tone: 'info' });
    else if (answer) setShown(answer.json);
  };
  const post = async (action: string, question: Question) => {
    if (await confirm(question)) router.post(`/accounts/${person.id}/${action}`, {}, { preserveScroll: true });
  };
  if (shown) return <MadeLinkShown person={person} {...shown} onClose={() => setShown(null)} />;
  const problem = errors['form'] ?? remote.message;
  return (
    <>
      {problem && (
        <p role="alert" className={classes.alert}>
          {problem}
        </p>
      )}
      <ul className={classes.actions}>
        {person.state === 'invited' && (
          <Action
            title="Invitation"
            text="A new link replaces the old one. It works once and expires in 14 days."
            label="Create invitation link"
            busy={remote.busy}
            onClick={() => void request('invitation')}
          />
        )}
        {person.state === 'active' && (
          <Action
            title="Forgotten password"
            text="A 12-digit code to read out. It expires in 15 minutes."
            label="Create reset code"
            busy={remote.busy}
            onClick={() => void request('reset-code')}
          />
        )}
        {person.openSessions > 0 && (
          <Action
            title="Lost or shared device"
            text={`Signed in on ${countOf(person.openSessions, 'device')}.`}
            label="Sign out everywhere"
            onClick={() =>
              void post('end-sessions', {
                title: `Sign ${person.name} out everywhere?`,
                body: 'Unsaved work on those devices is lost. The password doesn’t change.',
                action: 'Sign out everywhere',
              })
            }
          />
        )}
        {person.hasSecondFactor && can.disable && (
          <Action
            title="Lost phone"
            text="Turns off two-step verification, so only the password is needed."
            label="Turn off two-step verification"
            onClick={() =>
              void post('remove-second-factor', {
                title: `Turn off two-step verification for ${person.name}?`,
                body: 'Make sure the request is genuine. The authenticator app and recovery codes will stop working.',
                action: 'Turn off',
                tone: 'bad',
              })
            }
          />
        )}
        {can.disable && person.state !== 'disabled' && (
          <Action
            title="Left the institution"
            text="Disables sign-in immediately. Records and history are kept."
            label="Disable account"
            tone="bad"
            onClick={() =>
              void post('disable', {
                title: `Disable ${person.name}’s account?`,
                body: 'All devices are signed out immediately. You can enable the account again.',
                action: 'Disable account',
                tone: 'bad',
              })
            }
          />
        )}
        {person.state === 'disabled' && (
          <Action
            title="Disabled account"
            text="The previous password will work again."
            label="Enable account"
            onClick={() => router.post(`/accounts/${person.id}/enable`, {}, { preserveScroll: true })}
          />
        )}
      </ul>
    </>
  );
}

function Action({
  title,
  text,
  label,
  tone,
  busy,
  onClick,
}: {
  title: string;
  text: ReactNode;
  label: string;
  tone?: 'bad';
  busy?: boolean;
  onClick: () => void;
}) {
  return (
    <li>
      <div>
        {title}
        <div className="ink-3">{text}</div>
      </div>
      <Button tone={tone} loading={busy} onClick={onClick}>
        {label}
      </Button>
    </li>
  );
}

interface MadeLink {
  /** Null if the viewer has no access to what it opens. */
  link?: string | null;
  sentTo?: string;
  code?: string;
}

function MadeLinkShown({
  person,
  link,
  sentTo,
  code,
  onClose,
}: MadeLink & {
  person: { name: string; username: string };
  onClose: () => void;
}) {
  const done = (
    <Button tone="primary" onClick={onClose}>
      Done
    </Button>
  );
  if (link === null) return <InvitationSent name={person.name} sentTo={sentTo ?? ''} done={done} />;
  if (link) {
    return (
      <OnceShown
        title={`New invitation for ${person.name}`}
        note={`Give ${person.name} this link. It’s shown only once, works once and expires in 14 days. Opening it sets a password for the username ${person.username}.`}
        text={new URL(link, location.href).href}
        done={done}
      />
    );
  }
  return (
    <OnceShown
      title={`Reset code for ${person.name}`}
      note={`Enter it within 15 minutes at ${location.origin}/reset-password, with the username ${person.username}.`}
      text={code ?? ''}
      done={done}
    >
      <div className={once.big}>
        <code>{code?.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
    </OnceShown>
  );
}
