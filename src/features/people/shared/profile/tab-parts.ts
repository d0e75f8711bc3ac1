import { type ComponentType, lazy } from 'react';
import { loadPart } from '#web/client/load-part.ts';
import type { ProfileProps } from '../../profile.ts';

type Part = ComponentType<Record<string, unknown>>;

const parts = new Map<string, Part>();

/** The component of a tab that a feature adds to a record: 'fees/student-fees' is features/fees/tabs/student-fees.tab.tsx. */
export function tabPart({ component, files }: NonNullable<ProfileProps['added']>): Part {
  const part = parts.get(component) ?? lazy(async () => ({ default: await loadPart<Part>(files) }));
  parts.set(component, part);
  return part;
}
