import { lazy, type ComponentType } from 'react';

type Part = ComponentType<Record<string, unknown>>;

const modules = import.meta.glob<{ default: Part }>('../../../*/tabs/*.tab.tsx');
const parts = new Map<string, Part>();

/** The component of a tab that a feature adds to a record: 'fees/student-fees' is features/fees/tabs/student-fees.tab.tsx. */
export function tabPart(component: string): Part | undefined {
  const [feature, file] = component.split('/');
  const load = modules[`../../../${feature}/tabs/${file}.tab.tsx`];
  if (load && !parts.has(component)) parts.set(component, lazy(load));
  return parts.get(component);
}
