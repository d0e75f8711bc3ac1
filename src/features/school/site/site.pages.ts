import { type Opened } from '#kernel/edit/edit.ts';
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

export const siteList = page<{
  sites: { id: number; name: string; site: MaybeSite }[];
  /** The site shown at the main address; null for the sign-in page. */
  main: { institutionId: number; name: string } | null;
}>('site/site-list');

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

export const siteForm = page<{
  opened: Opened;
  institution: { id: number; name: string };
  site: Pick<SiteRow, 'slug' | 'headline' | 'intro' | 'hosts'>;
}>('site/site-form');

export const slideForm = page<
  InstitutionChoice & {
    place: (typeof slidePlaces)[number];
    slide: SlideRecord | null;
  }
>('site/slide-form');

export const featureForm = page<
  InstitutionChoice & {
    feature: FeatureRecord | null;
  }
>('site/feature-form');

export const testimonialForm = page<
  InstitutionChoice & {
    testimonial: TestimonialRecord | null;
  }
>('site/testimonial-form');

export const pageList = page<{
  rows: PageRow[];
  sites: { id: number; name: string; slug: string | null }[];
}>('site/page-list');

export const pageForm = page<
  InstitutionChoice & {
    page: PageRecord | null;
    /** The site's slug; null if it has never been edited. */
    slug: string | null;
  }
>('site/page-form');

export const postListPage = page<
  PropsOfList<typeof postList> & {
    /** The site slug of each institution. */
    slugs: Record<number, string>;
  }
>('site/post-list');

export const postForm = page<
  InstitutionChoice & {
    post: PostRecord | null;
    slug: string | null;
    timeZone: string;
  }
>('site/post-form');

export const pictureListPage = page<PropsOfList<typeof pictureList> & InstitutionChoice>('site/picture-list');

export const pictureForm = page<{
  opened: Opened;
  picture: ChosenPicture & { name: string; institutionId: number };
}>('site/picture-form');
