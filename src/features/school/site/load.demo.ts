import type { DemoStep } from '#web/feature.ts';
import { withPictures, type DrawnPictures } from './demo/draw-pictures.ts';
import { collegeSite, type SitePlan } from './demo/zuma-view.ts';
import { insertSite } from './site.demo.ts';

/** A step for each load: the pictures are drawn before its transaction begins, for the database ends one that idles. */
export function siteSteps(): DemoStep[] {
  let drawn: DrawnPictures | null = null;
  return [
    {
      place: 90,
      around: ({ files }, work) =>
        files
          ? withPictures(files, (pictures) => {
              drawn = pictures;
              return work();
            })
          : work(),
      async load(tx, { school, college }) {
        await insertSite(tx, school.id, schoolSite, drawn);
        await insertSite(tx, college.id, collegeSite, drawn);
      },
    },
  ];
}

export const schoolSite: SitePlan = {
  slug: 'olumo-heights',
  isFront: true,
  headline: 'Learn, serve, excel under the rock of Abeokuta',
  intro:
    'A secondary school for girls and boys on Quarry Road in Ibara: eighteen class arms from JSS 1 to SS 3, a laboratory that is used, a library that is open, and teachers who know every name.',
  logo: 'schoolLogo',
  slider: [
    {
      title: 'A school that begins the day together',
      body: 'Assembly at half past seven, the flag, the song, and then six years of lessons with something to find out in each.',
      link: ['Get to know us', '/pages/about'],
      picture: 'assembly',
    },
    {
      title: 'Measure first, then believe',
      body: 'Physics, Chemistry and Biology are taught at the bench. See what twelve groups showed at this term’s science fair.',
      link: ['Visit the science fair', '/news/twelve-tables-at-the-science-fair'],
      picture: 'laboratory',
    },
    {
      title: 'At home in our own culture',
      body: 'Adire from our own dye pots, drums from our own hands, and songs in the languages our families brought with them.',
      link: ['See the adire workshop', '/news/indigo-hands-the-adire-workshop'],
      picture: 'culturalDay',
    },
    {
      title: 'Places for the next session are open',
      body: 'We admit into JSS 1 and SS 1. The form, the test and the letter: five steps, all explained.',
      link: ['How to apply', '/pages/admissions'],
      picture: 'classroom',
    },
  ],
  slideshow: [
    { title: 'Quiet study in the library', picture: 'library' },
    { title: 'The inter-house football final', picture: 'football' },
    { title: 'Harvest on the school farm', picture: 'farm' },
    { title: 'Computer Studies in JSS 2', picture: 'computers' },
    { title: 'The choir at the end of term', picture: 'choir' },
    { title: 'Indigo week in the yard', picture: 'dyeing' },
  ],
  features: [
    {
      icon: 'microscope',
      title: 'Science at the bench',
      body: 'A laboratory for every senior class, a technician who keeps it ready, and a science club on Wednesdays.',
      path: '/pages/academics',
    },
    {
      icon: 'books',
      title: 'A library that is open',
      body: 'From Monday to Thursday until half past five, with a librarian, a teacher and a chair for everyone.',
    },
    {
      icon: 'shield-check',
      title: 'Safe from gate to gate',
      body: 'A gate that is never empty, a nurse in the house, and a message home on any morning a child is missing.',
    },
    {
      icon: 'ball-football',
      title: 'Games for all',
      body: 'Football, athletics and volleyball in four houses. Everyone plays, and everyone sweeps the stands once.',
      path: '/news/green-house-wins-the-inter-house-final',
    },
    {
      icon: 'music',
      title: 'Choir and drums',
      body: 'Two choirs and a circle of drummers, with an evening for parents at the end of every term.',
    },
    {
      icon: 'plant',
      title: 'A farm of our own',
      body: 'Maize, tomatoes and moringa behind the hall. What the classes harvest, the kitchen cooks.',
    },
  ],
  testimonials: [
    {
      name: 'Mrs Morenike Adeyanju',
      relation: 'Mother of a girl in JSS 2 and a boy in SS 1',
      quote:
        'When my daughter stopped talking at home, it was her class teacher who called me, before I had found the courage to call her. That is what I pay fees for.',
      picture: 'mother',
    },
    {
      name: 'Zainab Olatunji',
      relation: 'Student in SS 2 A',
      quote:
        'In the laboratory nobody gives you the answer. They give you the thermometer. I was angry about it for one term.',
      picture: 'girl',
    },
    {
      name: 'Mr Effiong Bassey',
      relation: 'Father of a boy in JSS 1',
      quote:
        'We moved here in September and knew nobody. By the second week my son had a house, a team, a library card and a nickname.',
      picture: 'father',
    },
    {
      name: 'Chidubem Okafor',
      relation: 'Student in JSS 3 B',
      quote: 'I grow tomatoes and I play left back. Before, I did neither. My mother says the tomatoes are better.',
      picture: 'boy',
    },
    {
      name: 'Dr Folasade Ige',
      relation: 'Graduated with our first SS 3 class, now a veterinary surgeon',
      quote:
        'What has stayed with me is a sentence from the science fair: we thought it would work, then we measured. I still say it, mostly to goats.',
      picture: 'alumna',
    },
  ],
  posts: [
    {
      slug: 'an-evening-with-the-choir',
      title: 'An evening with the choir',
      summary: 'Two choirs, one circle of drummers and a lullaby in Efik: the term ends with singing. Entry is free.',
      author: 'Arts department',
      picture: 'choir',
      daysAgo: -9,
    },
    {
      slug: 'indigo-hands-the-adire-workshop',
      title: 'Indigo hands: three days of adire',
      summary:
        'The yard behind the hall became a dye house. What cassava paste, raffia and twelve dips in the pot can do.',
      author: 'Arts department',
      picture: 'dyeing',
      daysAgo: 5,
    },
    {
      slug: 'green-house-wins-the-inter-house-final',
      title: 'Green House wins the inter-house final',
      summary: 'A goal behind at the break, ahead four minutes before time. The cup moves into the library.',
      author: 'Press club',
      picture: 'football',
      daysAgo: 16,
    },
    {
      slug: 'twelve-tables-at-the-science-fair',
      title: 'Twelve tables at the science fair',
      summary:
        'A rain gauge for the quarry road, soap in four recipes and the best sentence of the day: then we measured.',
      author: 'Science department',
      picture: 'laboratory',
      daysAgo: 30,
    },
    {
      slug: 'how-to-apply-for-next-session',
      title: 'How to apply for next session',
      summary: 'Places are open in JSS 1 and SS 1. Who may apply, what to bring and when you will hear from us.',
      author: 'Admissions office',
      picture: 'classroom',
      daysAgo: 44,
    },
    {
      slug: 'a-new-session-under-the-rock',
      title: 'A new session under the rock',
      summary: 'The Principal’s letter at the beginning of the session: what is new, and what we ask of one another.',
      author: 'Office of the Principal',
      picture: 'office',
      daysAgo: 66,
    },
    {
      slug: 'reading-week-in-the-library',
      title: 'Reading week in the library',
      summary: 'Ten minutes of silent reading in every lesson, a wall of cards and a swap on the last day.',
      author: 'School library',
      picture: 'library',
      daysAgo: null,
    },
  ],
  pages: [
    { slug: 'about', title: 'About us' },
    { slug: 'admissions', title: 'Admissions' },
    { slug: 'academics', title: 'Academics' },
    { slug: 'contact', title: 'Contact' },
  ],
};
