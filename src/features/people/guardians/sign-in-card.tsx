import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { askThenPost } from '#ui/post.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useRemote } from '#web/client/remote.ts';
import type { GuardianProfileProps } from './guardians.pages.ts';
import { Invited, type Invitation } from './shared/invited.tsx';
import classes from './shared/guardians.module.css';

const states = {
  active: (username: string) => `Account active: ${username}. Sees their own children.`,
  invited: (username: string) => `Invited as ${username}. No password set yet.`,
  disabled: (username: string) => `The account ${username} is disabled.`,
};

/** The guardian's account, with what the viewer can do about it. */
export function SignInCard({ guardian, signIn, can }: Pick<GuardianProfileProps, 'guardian' | 'signIn' | 'can'>) {
  const address = useAddress();
  const remote = useRemote<Invitation>();
  const [made, setMade] = useState<Invitation | null>(null);
  const at = `/guardians/${guardian.id}`;
  if (made) {
    const done = (
      <Button tone="primary" onClick={() => setMade(null)}>
        Done
      </Button>
    );
    return <Invited made={made} done={done} />;
  }
  const again = async () => {
    const answer = await remote.send('post', `${at}/invitation`);
    if (answer) setMade(answer.json);
    router.reload({ only: ['signIn', 'lastChange'] });
  };
  return (
    <Card title="Account" tour="guardian-sign-in">
      <p>{signIn ? states[signIn.state](signIn.username) : 'No account.'}</p>
      {can.invite && (
        <div className={`${classes.buttons} no-print`}>
          {!signIn && <LinkButton href={address.href(`${at}/invite`)}>Invite guardian</LinkButton>}
          {signIn?.state === 'invited' && (
            <Button loading={remote.busy} onClick={() => void again()}>
              New invitation link
            </Button>
          )}
          {signIn && (
            <Button
              tone="bad"
              onClick={() =>
                void askThenPost(`${at}/withdraw`, {
                  title: `Disable the account of ${guardian.firstName} ${guardian.surname}?`,
                  body: 'The guardian loses access to this institution immediately. The record is kept, and you can invite the guardian again.',
                  action: 'Disable account',
                  tone: 'bad',
                })
              }
            >
              Disable account
            </Button>
          )}
        </div>
      )}
      {remote.message && (
        <p role="alert" className={classes.alert}>
          {remote.message}
        </p>
      )}
    </Card>
  );
}
