import { useDocumentParts } from '#web/public-pages/document-parts.ts';
import type { SiteParts } from '../drawn-pages.ts';

/** The site that a page belongs to, for any of its components. */
export const useDrawn = (): SiteParts => useDocumentParts<SiteParts>();
