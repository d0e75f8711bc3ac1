import { Button } from '#ui/button.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';
import { InvitationSent } from '#ui/records/invitation-sent.tsx';
import once from '#ui/records/once-shown.module.css';

export interface MadeLink {
  /** Null if the viewer has no access to what it opens. */
  link?: string | null;
  sentTo?: string;
  code?: string;
}

export function MadeLinkShown({
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
