import { useAddress } from '#ui/hooks/use-address.ts';
import { Tabs } from '#ui/records/tabs.tsx';
import { afternoon, morning, sittingName } from '../mark-kinds.ts';
import type { RegisterPlace } from '../registers/place.queries.ts';

/** Morning and afternoon of a whole day. */
export function SittingTabs({ place }: { place: RegisterPlace }) {
  const { href } = useAddress();
  const { batchId, onDate, sitting, taken, sittings } = place;
  if (taken !== 'twice' || sittings < 2 || sitting > afternoon) return null;
  return (
    <Tabs
      label="Registers of the day"
      items={[morning, afternoon].map((one) => ({
        label: sittingName(one),
        href: href(`/registers/${batchId}`, { date: onDate, sitting: one }),
        active: one === sitting,
      }))}
    />
  );
}
