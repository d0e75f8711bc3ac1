import { page } from '#web/page.ts';

export interface TourListProps {
  tours: { name: string; title: string; about: string; href: string; andThen: string | null; isSeen: boolean }[];
  showsTours: boolean;
}

export const tourList = page<TourListProps>('help/tour-list');
