import { page } from '#web/page.ts';
import type { SwitchesProps } from './switches/switches.queries.ts';

export const switchesPage = page<SwitchesProps>('contact/switches');
