import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { askThenPost, post } from '#ui/post.ts';
import type { PropsOf } from '#web/page.ts';
import type { messagePage } from '../messages.pages.ts';
import classes from '../shared/compose.module.css';

/** Continues a draft; pauses, resumes or stops a message on its way. */
export function MessageControls({ message }: Pick<PropsOf<typeof messagePage>, 'message'>) {
  const { href } = useAddress();
  const act = (control: string) => post(`/messages/${message.id}/${control}`);
  if (message.state === 'draft' && message.can.edit)
    return (
      <Button tone="primary" onClick={() => router.visit(href(`/messages/${message.id}/edit`))}>
        Continue writing
      </Button>
    );
  if (!message.can.control || message.state === 'done' || message.state === 'stopped' || message.state === 'draft')
    return null;
  return (
    <span className={classes.controls}>
      {message.state === 'sending' && <Button onClick={() => act('pause')}>Pause</Button>}
      {message.state === 'paused' && (
        <Button tone="primary" onClick={() => act('resume')}>
          Resume
        </Button>
      )}
      <Button
        onClick={() =>
          void askThenPost(`/messages/${message.id}/stop`, {
            title: 'Stop this message?',
            body:
              message.state === 'scheduled'
                ? 'It will not be sent.'
                : 'Recipients who still wait get nothing. What was sent stays sent.',
            action: 'Stop message',
            tone: 'bad',
          })
        }
      >
        Stop
      </Button>
    </span>
  );
}
