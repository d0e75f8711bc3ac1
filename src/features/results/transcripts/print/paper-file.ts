import type { Words } from '#kernel/contracts/terminology.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { QrSquares } from '#kernel/qr.ts';
import type { PaperContent, PaperNames } from '../papers/paper-content.ts';

/** A paper to be drawn. */
export interface PaperFile<Content extends PaperContent = PaperContent> {
  letterhead: Letterhead;
  words: Words;
  content: Content;
  names: Omit<PaperNames, 'recipient' | 'purpose'>;
  /** Null: unofficial, as the record is today. */
  official: {
    number: string;
    issuedOn: string;
    recipient: string;
    purpose: string | null;
    isRevoked: boolean;
    /** Where anybody can check it; null while the installation does not know its address. */
    qr: { address: string; squares: QrSquares } | null;
  } | null;
  printedOn: string;
}
