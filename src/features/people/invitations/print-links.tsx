import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { openByPost } from '#web/client/open-by-post.ts';
import { useRemote } from '#web/client/remote.ts';

/** Prints new links of a batch on slips to hand out, after saying how many and what becomes of the earlier ones. */
export function PrintLinks({ id, entity }: { id: number; entity: 'guardian' | 'employee' }) {
  const { send, busy, message } = useRemote<{ printed: number; leftOut: number }>();
  const print = async () => {
    const answer = await send('POST', `/bulk-invitations/${id}/links/count`, {});
    if (!answer) return;
    const { printed, leftOut } = answer.json;
    const left = leftOut > 0 ? ` ${countOf(leftOut, 'link goes', 'links go')} to the person’s own contact only.` : '';
    if (printed === 0)
      return toast({
        tone: 'info',
        message: `No link can be printed:${left || ' everybody has signed in.'}`,
      });
    const isWanted = await confirm({
      title: `Print the links of ${countOf(printed, entity)}?`,
      body: `Each gets a new link; those sent before stop working. Whoever has a slip can open the account.${left}`,
      action: 'Print links',
    });
    if (isWanted) openByPost(`/bulk-invitations/${id}/links`);
  };
  return (
    <>
      <Button loading={busy} onClick={() => void print()}>
        Print links
      </Button>
      {message && <span role="alert">{message}</span>}
    </>
  );
}
