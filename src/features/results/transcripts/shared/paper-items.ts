import type { MenuItem } from '#ui/overlays/menu.tsx';

/** What can be done with an issued paper. */
export const paperItems = (
  { id, isErased, isRevoked }: { id: number; isErased: boolean; isRevoked: boolean },
  href: (path: string) => string,
): MenuItem[] => [
  ...(isErased ? [] : [{ label: 'Print (PDF)', href: `/academic-papers/${id}/paper.pdf`, external: true }]),
  ...(isRevoked
    ? []
    : [{ label: 'Revoke', href: href(`/academic-papers/${id}/revoke`), modal: true, tone: 'bad' as const }]),
];
