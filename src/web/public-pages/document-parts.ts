import { createContext, useContext } from 'react';
import type { HeadTag } from '#kernel/app-tags.ts';

/** What the server knows of a document besides its page. */
export interface DocumentParts {
  csrf: string;
  /** The tags that make it installable. */
  app: HeadTag[];
  /** Allowed by their hash. */
  styles: string;
  scripts: string[];
  /** Scripts that the others ask for: loaded at the same time. */
  preloads?: string[];
}

export const DocumentContext = createContext<DocumentParts | null>(null);

/** The same for all components of a page; `Parts` is what the server gives documents of its kind. */
export function useDocumentParts<Parts extends DocumentParts = DocumentParts>(): Parts {
  const parts = useContext(DocumentContext);
  if (!parts) throw new Error('This page is drawn by the server only.');
  return parts as Parts;
}
