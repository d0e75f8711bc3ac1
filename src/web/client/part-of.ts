import { type ComponentType, lazy } from 'react';
import { loadPart } from './load-part.ts';

type Part = ComponentType<Record<string, unknown>>;

const parts = new Map<string, Part>();

/** The component of a tab or card that another feature adds to a page, by the files that the server names. */
export function partOf(files: string[]): Part {
  const part = parts.get(files[0]!) ?? lazy(async () => ({ default: await loadPart<Part>(files) }));
  parts.set(files[0]!, part);
  return part;
}
