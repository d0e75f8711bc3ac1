import { page } from '#web/page.ts';
import type { Card, CardIssuer } from './card.ts';

export interface IdCardsProps {
  people: 'students' | 'employees';
  count: number;
  /** How many of the list are not at the school now, and get no card. */
  leftOut: number;
  /** More than one file takes; the list must be narrowed. */
  isTooMany: boolean;
  limit: number;
  /** The first few, to be looked at. */
  cards: (Card & { photo: string | null; qr: string; qrSize: number; logo: string | null })[];
  issuers: Record<number, CardIssuer>;
  /** What the file's address carries: the filter, or who was ticked. */
  asked: Record<string, string | number | (string | number)[]>;
  /** Whether the blood group may be put on the cards. */
  mayShowBloodGroup: boolean;
}
export const idCards = page<IdCardsProps>('cards/id-cards');
