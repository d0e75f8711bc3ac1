import { createContext, useContext } from 'react';
import type { AppLinks } from '#kernel/app-tags.ts';
import type { Flash } from '../routes.ts';

/** What the server knows of a document besides its page. */
export interface DocumentParts {
  /** The page's name, for tests and tools. */
  page: string;
  csrf: string;
  app: AppLinks;
  styles: string;
  scripts: string[];
  /** Addresses of what the first page after signing in needs. */
  ahead: string[];
  flash: Partial<Flash>;
}

export const DocumentContext = createContext<DocumentParts | null>(null);

export function useDocumentParts(): DocumentParts {
  const parts = useContext(DocumentContext);
  if (!parts) throw new Error('This page is drawn by the server only.');
  return parts;
}
