import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { BoardProps } from './dashlets.ts';

/** The way to a new dashlet of an arrangement. */
export function AddDashletLink({
  board: { institutionId, role },
}: {
  board: Pick<BoardProps, 'institutionId' | 'role'>;
}) {
  const { href } = useAddress();
  return (
    <LinkButton
      tone="primary"
      href={href('/dashlets/new', { institution_id: institutionId, ...(role && { role: role.id }) })}
    >
      Add dashlet
    </LinkButton>
  );
}
