import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  /** Says what will be lost. */
  body: ReactNode;
  /** The label of the button: 'Delete batch'. */
  action: string;
  /** The label of the other button, where 'Cancel' could mean either. */
  keep?: string;
  /** 'bad' for what cannot be undone. */
  tone?: 'primary' | 'bad';
}

type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

const set = (next: Asked | null) => {
  asked = next;
  for (const listener of listeners) listener();
};

/** Asks before a destructive action: `if (await confirm({…})) …`. */
export const confirm = (question: Question) =>
  new Promise<boolean>((answer) => {
    asked?.answer(false);
    set({ ...question, answer });
  });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Renders the question; mounted once by the frame. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  const finish = (yes: boolean) => {
    question?.answer(yes);
    set(null);
  };
  return (
    <Dialog
      alert
      open={question !== null}
      onClose={() => finish(false)}
      title={question?.title ?? ''}
      footer={
        <>
          <Button onClick={() => finish(false)}>{question?.keep ?? 'Cancel'}</Button>
          <Button tone={question?.tone === 'bad' ? 'final' : 'primary'} onClick={() => finish(true)}>
            {question?.action}
          </Button>
        </>
      }
    >
      {question?.body}
    </Dialog>
  );
}
