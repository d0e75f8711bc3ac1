import { page } from '#web/page.ts';
import type { Card, CardIssuer } from './card.ts';

export interface IdCardsProps {
  people: 'students' | 'employees';
  count: number;
  /** Number of people in the list without a card because they are not at the school now. */
  leftOut: number;
  /** Whether the list exceeds the limit of a file. */
  isTooMany: boolean;
  limit: number;
  /** The first cards, for the preview. */
  cards: (Card & { photo: string | null; qr: string; qrSize: number; logo: string | null })[];
  issuers: Record<number, CardIssuer>;
  /** Query parameters of the file: the filter or the selected ids. */
  asked: Record<string, string | number | (string | number)[]>;
  /** Whether the user can print blood groups. */
  mayShowBloodGroup: boolean;
}
export const idCards = page<IdCardsProps>('cards/id-cards');
