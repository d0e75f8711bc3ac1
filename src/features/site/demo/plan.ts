/** What an institution of the demo group shows to everybody. */
export interface SitePlan {
  slug: string;
  isFront: boolean;
  headline: string;
  intro: string;
  logo: string;
  slider: (Slide & { body: string; link: [label: string, path: string] })[];
  slideshow: Slide[];
  features: { icon: string; title: string; body: string; path?: string }[];
  testimonials: { name: string; relation: string; quote: string; picture: string }[];
  posts: Post[];
  pages: { slug: string; title: string }[];
}

interface Slide {
  title: string;
  picture: string;
}

/** Its text lies beside it: texts/<slug of the site>/news/<slug>.md. */
interface Post {
  slug: string;
  title: string;
  summary: string;
  author: string;
  picture: string;
  /** Days since it came out, on the day the group is loaded; fewer than none is still to come, null is a draft. */
  daysAgo: number | null;
}
