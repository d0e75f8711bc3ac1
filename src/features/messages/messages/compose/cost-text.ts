import { costText } from '#features/records/sending/shared/cost-text.ts';
import type { Preview } from './preview.queries.ts';

/** What a message costs, as far as it is known. */
export const costOf = (preview: Preview, currency: string): string =>
  preview.channels['sms'] || preview.channels['whatsapp'] ? costText(preview, currency) : 'Free';
