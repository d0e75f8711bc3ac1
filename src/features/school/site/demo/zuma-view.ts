export const collegeSite: SitePlan = {
  slug: 'zuma-view',
  isFront: false,
  headline: 'Skill with integrity, in sight of the great stone',
  intro:
    'Two National Diplomas, taught thoroughly: Computer Science and Business Administration. Small classes, open doors, a workshop, a laboratory, and a town that tests what our students make.',
  logo: 'collegeLogo',
  slider: [
    {
      title: 'A college where the roads meet',
      body: 'At kilometre 4 of the Madalla Road students from the north and the south of the country learn side by side.',
      link: ['About the college', '/pages/about'],
      picture: 'campus',
    },
    {
      title: 'Write it, run it, repair it',
      body: 'Half of every course in Computer Science takes place in the laboratory or in the hardware workshop.',
      link: ['Our programmes', '/programs'],
      picture: 'programming',
    },
    {
      title: 'Books that balance',
      body: 'Law, economics, statistics and accounting, and once a session a market on the lawn where all of it is tried.',
      link: ['Read about trade day', '/news/trade-day-books-that-balance'],
      picture: 'lecture',
    },
    {
      title: 'Caps in the air',
      body: 'Our newest holders of a National Diploma have left us, with prizes, projects and a bus timetable.',
      link: ['See the graduation', '/news/caps-in-the-air'],
      picture: 'graduation',
    },
  ],
  slideshow: [
    { title: 'Study group under the flame tree', picture: 'shade' },
    { title: 'Repair Saturday in the workshop', picture: 'workshop' },
    { title: 'Trade day on the lawn', picture: 'fair' },
    { title: 'Relay day against the departments', picture: 'relay' },
    { title: 'Business Statistics in the lecture hall', picture: 'lecture' },
    { title: 'Between two lectures', picture: 'campus' },
  ],
  features: [
    {
      icon: 'code',
      title: 'Programming from week one',
      body: 'C and Java in the first year, systems, networks and the web in the second, always at the machine.',
      path: '/pages/academics',
    },
    {
      icon: 'tools',
      title: 'A workshop for real faults',
      body: 'On repair Saturdays the town brings what no longer works. Most of it goes home alive.',
      path: '/news/forty-machines-in-one-saturday',
    },
    {
      icon: 'calculator',
      title: 'Accounts you can hold',
      body: 'From the first journal entry to a till that balances at six o’clock, with a lecturer looking on.',
    },
    {
      icon: 'building',
      title: 'Work before the diploma',
      body: 'Between the years every student works in a firm or an office, keeps a log and is visited there.',
    },
    {
      icon: 'users',
      title: 'Sixty in an arm',
      body: 'No more than that, so that lecturers know who is missing and who is ahead.',
    },
    {
      icon: 'certificate',
      title: 'Marks with reasons',
      body: 'Every mark comes with a sentence that explains it, and every lecturer has hours with the door open.',
    },
  ],
  testimonials: [
    {
      name: 'Halima Nda-Isah',
      relation: 'ND 2 Computer Science',
      quote:
        'I came to learn how to use a computer. Now I have opened eleven of them, and nine started again. The other two I understand at least.',
      picture: 'programmer',
    },
    {
      name: 'Terkimbi Aondo',
      relation: 'ND 1 Business Administration',
      quote:
        'Trade day taught me more about pineapples than I wanted to know, and exactly as much about stock as I needed.',
      picture: 'trader',
    },
    {
      name: 'Alhaji Bala Gwamna',
      relation: 'Father of a student in ND 1',
      quote:
        'I asked the registry three questions by telephone and got three answers. Nobody said that the network was down.',
      picture: 'parent',
    },
    {
      name: 'Oghenekaro Efe',
      relation: 'Graduate, National Diploma Computer Science',
      quote:
        'My project was the bus timetable. My aunt uses it every morning and does not know that I made it. I think that is success.',
      picture: 'graduate',
    },
    {
      name: 'Mrs Ngozi Ilozue',
      relation: 'Manager of a printing firm in Suleja',
      quote:
        'Students from Zuma View come to us for their industrial work. They ask why, they write down what they did, and they own up when it was them.',
      picture: 'employer',
    },
  ],
  posts: [
    {
      slug: 'relay-day-against-the-departments',
      title: 'Relay day against the departments',
      summary:
        'Four departments, four batons, one track, a ledger race and a cable race. The staff have entered a team.',
      author: 'Student affairs',
      picture: 'relay',
      daysAgo: -7,
    },
    {
      slug: 'caps-in-the-air',
      title: 'Caps in the air',
      summary: 'Graduation in front of the stone: nine minutes of speech, three prizes and one very good sentence.',
      author: 'Registry',
      picture: 'graduation',
      daysAgo: 8,
    },
    {
      slug: 'trade-day-books-that-balance',
      title: 'Trade day: books that balance',
      summary: 'Nine teams, ₦20,000 each and one lawn. Seven tills balanced to the naira at six o’clock.',
      author: 'Department of Business Administration',
      picture: 'fair',
      daysAgo: 19,
    },
    {
      slug: 'forty-machines-in-one-saturday',
      title: 'Forty machines in one Saturday',
      summary: 'Suleja brought what no longer worked, and a sewing machine. Thirty-one patients went home alive.',
      author: 'Department of Computer Science',
      picture: 'workshop',
      daysAgo: 33,
    },
    {
      slug: 'applications-for-both-programmes',
      title: 'Applications for both programmes',
      summary: 'Conditions, fee and steps for the National Diplomas, and how the PIN for Computer Science works.',
      author: 'Registry',
      picture: 'lecture',
      daysAgo: 45,
    },
    {
      slug: 'the-first-semester-has-begun',
      title: 'The first semester has begun',
      summary: 'Where to be in the first week, what has changed on the campus, and a word from the Provost.',
      author: 'Office of the Provost',
      picture: 'campus',
      daysAgo: 53,
    },
    {
      slug: 'the-new-front-rows-in-the-laboratory',
      title: 'The new front rows in the laboratory',
      summary: 'Hours and rules for the new machines in the programming laboratory.',
      author: 'Department of Computer Science',
      picture: 'programming',
      daysAgo: null,
    },
  ],
  pages: [
    { slug: 'about', title: 'About the college' },
    { slug: 'admissions', title: 'Admissions' },
    { slug: 'academics', title: 'Academics' },
    { slug: 'contact', title: 'Contact' },
  ],
};

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
