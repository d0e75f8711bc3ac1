/** The public site of a demo institution. */
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

/** Its text is in texts/<site slug>/news/<slug>.md. */
interface Post {
  slug: string;
  title: string;
  summary: string;
  author: string;
  picture: string;
  /** Days since publication when the demo is loaded; negative is scheduled, null is a draft. */
  daysAgo: number | null;
}
