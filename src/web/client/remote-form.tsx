import { hasFiles } from '@inertiajs/core';
import { newKey } from '#ui/form-key.ts';
import { useFieldCheck } from '#ui/forms/use-field-check.ts';
import { useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { useRemote, type RemoteAnswer, type RemoteMethod, type RemoteState } from './remote.ts';

interface RemoteFormProps extends Omit<ComponentPropsWithoutRef<'form'>, 'children' | 'method' | 'action'> {
  action: string;
  method?: RemoteMethod;
  onAnswer?: (answer: RemoteAnswer, form: HTMLFormElement) => void;
  children: ReactNode | ((state: RemoteState) => ReactNode);
}

/** A form that is sent in the background; the page stays, and `onAnswer` gets the answer. */
export function RemoteForm({ action, method = 'post', onAnswer, children, ...props }: RemoteFormProps) {
  const { send, busy, errors, message } = useRemote();
  const { blanks, handlers } = useFieldCheck();
  const sending = useRef(false);
  const key = useRef('');

  return (
    <form
      {...props}
      {...handlers}
      action={action}
      method={method.toLowerCase() === 'get' ? 'get' : 'post'}
      data-remote
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (sending.current) return;
        const form = event.currentTarget;
        const entries = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
        sending.current = true;
        key.current ||= newKey();
        void send(method, action, withoutEmptyFiles(entries), key.current).then((answer) => {
          sending.current = false;
          if (answer) key.current = '';
          if (answer) onAnswer?.(answer, form);
        });
      }}
    >
      {typeof children === 'function' ? children({ busy, message, errors: { ...errors, ...blanks } }) : children}
    </form>
  );
}

interface RemoteLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'children'> {
  href: string;
  method?: RemoteMethod;
  onAnswer?: (answer: RemoteAnswer) => void;
  children: ReactNode;
}

/** A link that is sent in the background; the page stays. With another method than GET it is a button. */
export function RemoteLink({ href, method = 'get', onAnswer, children, ...props }: RemoteLinkProps) {
  const { send, busy, message } = useRemote();
  const follow = () => void (busy || send(method, href).then((answer) => answer && onAnswer?.(answer)));
  const failure = message && <span role="alert">{message}</span>;
  if (method.toLowerCase() !== 'get') {
    return (
      <>
        <button type="button" className={props.className} data-remote aria-busy={busy} onClick={follow}>
          {children}
        </button>
        {failure}
      </>
    );
  }
  return (
    <>
      <a
        {...props}
        href={href}
        data-remote
        aria-busy={busy}
        onClick={(event) => {
          event.preventDefault();
          follow();
        }}
      >
        {children}
      </a>
      {failure}
    </>
  );
}

/** An empty file field would turn the whole form into an upload. */
function withoutEmptyFiles(entries: FormData): FormData {
  if (!hasFiles(entries)) return entries;
  const filled = new FormData();
  for (const [name, value] of entries) if (typeof value === 'string' || value.size > 0) filled.append(name, value);
  return filled;
}
