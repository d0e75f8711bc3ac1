import { LinkButton } from '#ui/button.tsx';
import { useShell } from '../layouts/use-shell.ts';
import { useAddress } from '#ui/hooks/use-address.ts';

/** The acts that the viewer's day is made of, in the heading of the start page. */
export function HomeActs() {
  const { href } = useAddress();
  const { acts } = useShell().shell;
  return acts.map((act, at) => (
    <LinkButton key={act.href} href={href(act.href)} tone={at === 0 ? 'primary' : undefined}>
      {act.label}
    </LinkButton>
  ));
}
