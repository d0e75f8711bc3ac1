import { page } from '#web/page.ts';

export const gallery = page<object>('gallery/gallery');
