import { LinkButton } from '#ui/button.tsx';
import { useShell } from '../layouts/use-shell.ts';
import { useAddress } from '#ui/hooks/use-address.ts';

/** The acts that the viewer's day is made of; none for an owner. */
export const useHomeActs = () => useShell().shell.acts;

/** The acts that the viewer's day is made of, in the heading of the start page. */
export function HomeActs() {
  const { href } = useAddress();
  return useHomeActs().map((act, at) => (
    <LinkButton key={act.href} href={href(act.href)} tone={at === 0 ? 'primary' : undefined}>
      {act.label}
    </LinkButton>
  ));
}
