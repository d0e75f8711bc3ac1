import { page } from '#web/page.ts';
import type { scaleForm } from './scales/scale-fields.ts';
import type { schemeForm } from './schemes/scheme-fields.ts';
import type { assessmentSetup, setupChoices } from './setup.queries.ts';

export type SetupProps = Awaited<ReturnType<typeof assessmentSetup>> & { canEdit: boolean };
export const setupPage = page<SetupProps>('assessment/setup');

interface Place {
  institutionId: number;
  institutions: { id: number; name: string }[];
}

export interface ScaleFormProps extends Place {
  scale: ({ id: number } & ReturnType<typeof scaleForm>) | null;
  /** What a new scale begins with, by name. */
  presets: ({ key: string } & Omit<ReturnType<typeof scaleForm>, 'entryFrom'>)[];
  opened?: Record<string, unknown>;
}
export const scaleFormPage = page<ScaleFormProps>('assessment/scale-form');

export interface SchemeFormProps extends Place {
  scheme: ({ id: number } & ReturnType<typeof schemeForm>) | null;
  scales: { id: number; name: string }[];
  opened?: Record<string, unknown>;
}
export const schemeFormPage = page<SchemeFormProps>('assessment/scheme-form');

export type PlaceFormProps = Place & Omit<Awaited<ReturnType<typeof setupChoices>>, 'scales'>;
export const placeFormPage = page<PlaceFormProps>('assessment/place-form');
