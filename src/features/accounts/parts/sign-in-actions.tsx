import { router, usePage } from '@inertiajs/react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { confirm, type Question } from '#ui/confirm.tsx';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/toast.ts';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from '../accounts.pages.ts';
import { OnceShown } from '#ui/once-shown.tsx';
import { InvitationSent } from '#ui/invitation-sent.tsx';
import classes from './person.module.css';
import once from '#ui/once-shown.module.css';

type Props = PropsOf<typeof personPage>;

interface Made {
  /** Null for people who may not see what it opens. */
  link?: string | null;
  sentTo?: string;
  code?: string;
}

/** What an administrator may do about somebody's sign-in. */
export function SignInActions({ person, can }: Props) {
  const { errors } = usePage<{ errors: Record<string, string> }>().props;
  const remote = useRemote<Made & { requested?: string }>();
  const [shown, setShown] = useState<Made | null>(null);
  const ask = async (what: 'invitation' | 'reset-code') => {
    const answer = await remote.send('post', `/accounts/${person.id}/${what}`);
    if (answer?.json.requested) toast({ message: answer.json.requested, tone: 'info' });
    else if (answer) setShown(answer.json);
  };
  const post = async (what: string, question: Question) => {
    if (await confirm(question)) router.post(`/accounts/${person.id}/${what}`, {}, { preserveScroll: true });
  };
  if (shown) return <Shown person={person} {...shown} onClose={() => setShown(null)} />;
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
            text="A new link replaces the one before. It works once, for 14 days."
            label="New invitation link"
            busy={remote.busy}
            onClick={() => void ask('invitation')}
          />
        )}
        {person.state === 'active' && (
          <Action
            title="Forgotten password"
            text="A code of 12 digits to read out. It works for 15 minutes."
            label="Reset code"
            busy={remote.busy}
            onClick={() => void ask('reset-code')}
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
                body: 'What is being typed on those devices is lost. The password stays.',
                action: 'Sign out everywhere',
              })
            }
          />
        )}
        {person.hasSecondFactor && can.disable && (
          <Action
            title="Lost phone"
            text="Without the second factor the password alone signs in."
            label="Remove second factor"
            onClick={() =>
              void post('remove-second-factor', {
                title: `Remove ${person.name}’s second factor?`,
                body: 'Be sure who is asking. The authenticator app and the recovery codes no longer work.',
                action: 'Remove second factor',
                tone: 'bad',
              })
            }
          />
        )}
        {can.disable && person.state !== 'disabled' && (
          <Action
            title="No longer with you"
            text="Shuts the sign-in at once. Records and history stay."
            label="Disable sign-in"
            tone="bad"
            onClick={() =>
              void post('disable', {
                title: `Disable ${person.name}’s sign-in?`,
                body: 'All devices are signed out at once. You can enable it again.',
                action: 'Disable sign-in',
                tone: 'bad',
              })
            }
          />
        )}
        {person.state === 'disabled' && (
          <Action
            title="Back again"
            text="The password from before works again."
            label="Enable sign-in"
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
        <div className={classes.quiet}>{text}</div>
      </div>
      <Button tone={tone} loading={busy} onClick={onClick}>
        {label}
      </Button>
    </li>
  );
}

function Shown({
  person,
  link,
  sentTo,
  code,
  onClose,
}: Made & {
  person: Props['person'];
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
        title={`A new invitation for ${person.name}`}
        note={`Give ${person.name} this link. It is shown only now, works once and for 14 days; with it a password is chosen for the username ${person.username}.`}
        text={new URL(link, location.href).href}
        done={done}
      />
    );
  }
  return (
    <OnceShown
      title={`A reset code for ${person.name}`}
      note={`To be typed within 15 minutes at ${location.origin}/reset-password, for the username ${person.username}.`}
      text={code ?? ''}
      done={done}
    >
      <div className={once.big}>
        <code>{code?.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
    </OnceShown>
  );
}
