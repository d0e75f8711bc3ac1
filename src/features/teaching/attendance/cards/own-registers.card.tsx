import { usePage } from '#ui/hooks/use-page.ts';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { ownerOf } from '#web/client/drafts.ts';
import type { OwnRegisters } from '../registers/own-registers.card.ts';
import { useRegisterDevice } from '../device/browser-world.ts';
import { isWaitingIn } from '../device/outbox.ts';
import { BoardRows } from '../shared/board-rows.tsx';

/** Today’s registers of a teacher, one touch away. Their lists are on the device before they are needed. */
export default function OwnRegistersCard({ rows, onDate }: OwnRegisters) {
  const { href } = useAddress();
  const { state } = useRegisterDevice(ownerOf(usePage().props)!);
  return (
    <Card
      title="Today’s registers"
      action={
        <LinkButton small href={href('/registers')}>
          All days
        </LinkButton>
      }
      flush
    >
      <BoardRows rows={rows} onDate={onDate} isWaiting={(row) => isWaitingIn(state.outbox, { ...row, onDate })} />
    </Card>
  );
}
