import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { homePage } from '../home.pages.ts';
import { FamilyCards } from '../parts/family-cards.tsx';
import { WaitingCard } from '../parts/waiting-card.tsx';

export default function HomePage({ family, waiting }: PropsOf<typeof homePage>) {
  return (
    <>
      <PageHeader title="Home" />
      {family.length > 0 && <FamilyCards members={family} />}
      <WaitingCard items={waiting} />
    </>
  );
}
