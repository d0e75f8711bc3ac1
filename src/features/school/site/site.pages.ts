import { type OpenedValues } from '#kernel/edit/edit.ts';
import { type HomeLists, type PageRow, type SiteRow } from './site.queries.ts';
import { type slidePlaces } from './site.schema.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { ChosenPicture, pictureList } from './pictures/pictures.queries.ts';
import type { postList, PostRecord } from './posts/posts.ts';
import type { FeatureRecord, PageRecord, SlideRecord, TestimonialRecord } from './home-items.queries.ts';
import type { InstitutionChoice } from './edit-site.ts';

/** A site without any edits has no row yet. */
export type MaybeSite = SiteRow | null;

export interface SiteListProps {
  sites: { id: number; name: string; site: MaybeSite }[];
  /** The site shown at the main address; null for the sign-in page. */
  main: { institutionId: number; name: string } | null;
}

export const siteList = page<SiteListProps>('site/site-list');

export interface HomeEditorProps {
  institution: { id: number; name: string };
  site: MaybeSite;
  lists: HomeLists;
  /** A sentence on what visitors see at the main address. */
  mainAddress: string;
  can: { front: boolean };
  /** How new host names are approved: by a group administrator, or after a day if there is none. */
  waitsFor: 'administrator' | 'day';
}

export const homeEditor = page<HomeEditorProps>('site/home-editor');

export interface SiteFormProps {
  opened: OpenedValues;
  institution: { id: number; name: string };
  site: Pick<SiteRow, 'slug' | 'headline' | 'intro' | 'hosts'>;
}

export const siteForm = page<SiteFormProps>('site/site-form');

export interface SlideFormProps extends InstitutionChoice {
  place: (typeof slidePlaces)[number];
  slide: SlideRecord | null;
}

export const slideForm = page<SlideFormProps>('site/slide-form');

export interface FeatureFormProps extends InstitutionChoice {
  feature: FeatureRecord | null;
}

export const featureForm = page<FeatureFormProps>('site/feature-form');

export interface TestimonialFormProps extends InstitutionChoice {
  testimonial: TestimonialRecord | null;
}

export const testimonialForm = page<TestimonialFormProps>('site/testimonial-form');

export interface PageListProps {
  rows: PageRow[];
  sites: { id: number; name: string; slug: string | null }[];
}

export const pageList = page<PageListProps>('site/page-list');

export interface PageFormProps extends InstitutionChoice {
  page: PageRecord | null;
  /** The site's slug; null if it has never been edited. */
  slug: string | null;
}

export const pageForm = page<PageFormProps>('site/page-form');

export interface PostListProps extends PropsOfList<typeof postList> {
  /** The site slug of each institution. */
  slugs: Record<number, string>;
}

export const postListPage = page<PostListProps>('site/post-list');

export interface PostFormProps extends InstitutionChoice {
  post: PostRecord | null;
  slug: string | null;
  timeZone: string;
}

export const postForm = page<PostFormProps>('site/post-form');

export const pictureListPage = page<PropsOfList<typeof pictureList> & InstitutionChoice>('site/picture-list');

export interface PictureFormProps {
  opened: OpenedValues;
  picture: ChosenPicture & { name: string; institutionId: number };
}

export const pictureForm = page<PictureFormProps>('site/picture-form');
