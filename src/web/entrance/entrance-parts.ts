import type { DocumentParts } from '../public-pages/document-parts.ts';
import type { Flash } from '../routes.ts';

/** What the server knows of a page for signing in. */
export interface EntranceParts extends DocumentParts {
  /** The page's name, for tests and tools. */
  page: string;
  /** Addresses of what the first page after signing in needs. */
  ahead: string[];
  flash: Partial<Flash>;
}
