import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { institutions } from '#kernel/identity.schema.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { fillSite } from '#test/fill-site.ts';
import { siteFeatures, siteHosts, sitePages, sitePosts, sites, siteSlides, siteTestimonials } from '../site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let offa: number;
let empty: Awaited<ReturnType<typeof startSchool>>;
const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;

/** What the server said beside its answers. */
const said: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });

beforeAll(async () => {
  empty = await startSchool({ logger });
  world = await startSchool({ logger });
  [ilorin, offa] = [world.school.ilorin.id, world.school.offa.id];
  await system(async (tx) => {
    await fillSite(tx, world.services.files, ilorin, 'ilorin');
    await fillSite(tx, world.services.files, offa, 'offa');
    await tx.update(sites).set({ isFront: true }).where(eq(sites.institutionId, ilorin));
    await tx
      .update(sites)
      .set({ isPublished: false, headline: 'The college that is not open' })
      .where(eq(sites.institutionId, offa));
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await world?.close();
  await empty?.close();
  expect(said).toEqual([]);
});
// What is kept for ten seconds has gone by the next test; the clock never goes back.
beforeEach(() => later());

const system = (work: Parameters<typeof world.database.asSystem>[1]) => world.database.asSystem([ilorin, offa], work);
const get = (url: string, headers: Record<string, string> = {}) =>
  world.nobody().get(url, { accept: 'text/html', ...headers });
let now = Date.now();
const later = () => void vi.useFakeTimers({ toFake: ['Date'], now: (now += 11_000) });

describe('signing out', () => {
  test('leads to the home page of the person’s own school, wherever the main address leads', async () => {
    const after = async (username: 'registrar' | 'registrar.offa', host = 'localhost') =>
      (await (await world.as(username)).post('/sign-out', {}, { host })).headers.location;
    expect(await after('registrar')).toBe('/');
    expect(await after('registrar.offa')).toBe('/');
    await system((tx) => tx.update(sites).set({ isPublished: true }).where(eq(sites.institutionId, offa)));
    expect(await after('registrar.offa')).toBe('/sites/offa');
    await system((tx) => tx.update(sites).set({ isPublished: false }).where(eq(sites.institutionId, offa)));
  });
});

describe('which site an address shows', () => {
  test('2.1 a visitor at / gets the home page of the front site, signed-in users their start page', async () => {
    const answer = await get('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1 id="welcome">Learning by the river since 1962</h1>');
    const registrar = await world.as('registrar');
    expect((await registrar.get('/')).headers.location).toBe('/home');
  });

  test('without a published site / leads to the sign-in page', async () => {
    const answer = await empty.nobody().get('/');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/sign-in']);
    expect((await empty.nobody().get('/robots.txt')).body).toContain('Disallow: /\n');
    expect((await empty.nobody().get('/sitemap.xml')).statusCode).toBe(404);
  });

  test('an office page still asks a visitor to sign in and returns to it', async () => {
    const answer = await get('/students?status=active');
    expect(answer.headers.location).toBe('/sign-in?next=%2Fstudents%3Fstatus%3Dactive');
  });

  test('a host name of its own shows its site at / and is the canonical address everywhere', async () => {
    await system(async (tx) => {
      await tx.update(sites).set({ isPublished: true }).where(eq(sites.institutionId, offa));
      await tx.insert(siteHosts).values({ institutionId: offa, host: 'college.example', status: 'approved' });
    });
    later();
    const at = await get('/', { host: 'college.example:8080' });
    expect(at.body).toContain('The college that is not open');
    expect(at.body).toContain('<link rel="canonical" href="http://college.example:8080/"');
    const elsewhere = await get('/sites/offa/news', { host: 'group.example' });
    expect(elsewhere.body).toContain('<link rel="canonical" href="http://college.example/sites/offa/news"');
    expect((await get('/', { host: 'other.example' })).body).toContain('Learning by the river');
    await system(async (tx) => {
      await tx.delete(siteHosts);
      await tx.update(sites).set({ isPublished: false }).where(eq(sites.institutionId, offa));
    });
    later();
    expect((await get('/sites/offa')).statusCode).toBe(404);
  });

  test('a host header that is no host gets nowhere into the page', async () => {
    const { body, statusCode } = await get('/sites/ilorin', { host: '"><script>' });
    expect(statusCode).toBe(400);
    expect(body).not.toContain('"><script>');
  });
});

describe('what visitors do not see', () => {
  test('an unpublished site, its news, its feed and its pages are not found', async () => {
    for (const path of ['', '/news', '/news/post-1', '/news.atom', '/pages/about', '/programs', '/search?q=report'])
      expect([path, (await get(`/sites/offa${path}`)).statusCode]).toEqual([path, 404]);
    expect((await get('/sites/nobody')).statusCode).toBe(404);
    expect((await get('/')).body).not.toContain('Our other schools');
  });

  test('drafts, unpublished pages and posts whose hour has not come are not found, listed, searched or fed', async () => {
    const base = { institutionId: ilorin, summary: 'Words of a pelican.', body: 'pelican', author: 'X' };
    await system(async (tx) => {
      await tx.insert(sitePosts).values([
        { ...base, slug: 'a-draft', title: 'Draft pelican', status: 'draft' },
        {
          ...base,
          slug: 'at-noon',
          title: 'Scheduled pelican',
          status: 'published',
          publishAt: sql`now() + interval '1 hour'` as never,
        },
      ]);
    });
    for (const path of ['/sites/ilorin/news/a-draft', '/sites/ilorin/news/at-noon', '/sites/ilorin/pages/hidden'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    for (const path of [
      '/sites/ilorin/news',
      '/sites/ilorin/news.atom',
      '/sitemap.xml',
      '/sites/ilorin/search?q=pelican',
    ])
      expect((await get(path)).body).not.toMatch(/(Draft|Scheduled) pelican|at-noon|a-draft|pages\/hidden|Unfinished/);
    await system((tx) =>
      tx
        .update(sitePosts)
        .set({ publishAt: sql`now() - interval '1 second'` as never })
        .where(eq(sitePosts.slug, 'at-noon')),
    );
    later();
    expect((await get('/sites/ilorin/news/at-noon')).statusCode).toBe(200);
    expect((await get('/sites/ilorin/news')).body).toContain('Scheduled pelican');
  });

  test('editors of the site see its drafts under a banner that says so; nobody else does', async () => {
    const principal = await world.as('principal');
    const seen = await principal.get('/sites/ilorin/news/a-draft?preview=1');
    expect(seen.body).toContain('Preview: this post is a draft');
    expect(seen.body).toContain('<meta name="robots" content="noindex"');
    expect([seen.headers['cache-control'], seen.headers['etag']]).toEqual(['no-store', undefined]);
    expect((await principal.get('/sites/ilorin/pages/hidden?preview=1')).body).toContain('this page is not published');
    const group = await world.as('group');
    expect((await group.get('/sites/offa?preview=1')).body).toContain('Preview: this site is not published');
    for (const person of [principal, await world.as('registrar.offa'), await world.as('teacher'), world.nobody()])
      expect((await person.get('/sites/offa?preview=1')).statusCode).toBe(404);
    for (const person of [await world.as('registrar.offa'), await world.as('teacher'), world.nobody()])
      expect((await person.get('/sites/ilorin/news/a-draft?preview=1')).statusCode).toBe(404);
  });

  test('what is not shown on purpose is not in the page', async () => {
    await system(async (tx) => {
      await tx
        .insert(siteFeatures)
        .values({ institutionId: ilorin, position: 9, icon: 'bus', title: 'Secret bus', body: 'x', isShown: false });
      await tx.update(programs).set({ retiredAt: new Date() }).where(eq(programs.institutionId, offa));
    });
    later();
    expect((await get('/')).body).not.toContain('Secret bus');
  });

  test('an address that leads nowhere is answered in the frame of the site', async () => {
    for (const path of ['/sites/ilorin/nothing', '/sites/ilorin/news/nothing', '/sites/ilorin/a/b', '/nothing']) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.body).toContain('<h1>Page not found</h1>');
      expect(answer.body).toContain('Ilorin Grammar School');
    }
    const background = await get('/nothing', { accept: 'application/json' });
    expect(background.json().message).toContain('Page not found');
  });
});

test('hostile words in every field stay words', async () => {
  await system(async (tx) => {
    const own = { institutionId: offa };
    await tx
      .update(institutions)
      .set({
        name: hostile,
        shortName: hostile.slice(0, 40),
        motto: hostile,
        address: hostile,
        city: hostile,
        phone: hostile,
        email: hostile,
      })
      .where(eq(institutions.id, offa));
    await tx
      .update(sites)
      .set({ isPublished: true, headline: hostile, intro: hostile })
      .where(eq(sites.institutionId, offa));
    await tx
      .update(siteSlides)
      .set({ title: hostile, body: hostile, linkLabel: hostile.slice(0, 40), linkHref: 'javascript:alert(1)' })
      .where(eq(siteSlides.institutionId, offa));
    await tx
      .update(siteFeatures)
      .set({ title: hostile, body: hostile, linkHref: '//evil.example' })
      .where(eq(siteFeatures.institutionId, offa));
    await tx
      .update(siteTestimonials)
      .set({ name: hostile, relation: hostile, quote: hostile })
      .where(eq(siteTestimonials.institutionId, offa));
    await tx
      .update(sitePosts)
      .set({ title: hostile, summary: hostile, body: `${hostile} [x](javascript:alert(1))`, author: hostile })
      .where(eq(sitePosts.institutionId, offa));
    await tx.update(sitePages).set({ title: hostile, body: hostile }).where(eq(sitePages.institutionId, offa));
    await tx.insert(programs).values({ ...own, code: '<b>', name: hostile });
    await tx.execute(sql`update site_pictures set alt = ${hostile} where institution_id = ${offa}`);
  });
  later();
  const paths = [
    '',
    '/news',
    '/news/post-1',
    '/pages/about',
    '/programs',
    `/search?q=${encodeURIComponent(hostile)}`,
    '/search?q=script',
    '/nowhere',
    '/news.atom',
  ];
  for (const path of paths) {
    const { body, statusCode } = await get(`/sites/offa${path}`);
    expect([path, statusCode]).toEqual([path, path === '/nowhere' ? 404 : 200]);
    expect(body, path).not.toMatch(/<script>|<img src=x|href="javascript|href="\/\/evil/i);
    expect(body, path).toContain('&lt;script&gt;');
  }
  await system(async (tx) => {
    await tx.update(institutions).set({ name: 'Offa College', shortName: 'Offa' }).where(eq(institutions.id, offa));
  });
});

describe('what the page tells machines', () => {
  test('9.14 a site is installed as its institution’s app, which opens with that site', async () => {
    await system((tx) => tx.update(sites).set({ isPublished: true }).where(eq(sites.institutionId, offa)));
    later();
    for (const [at, start] of [
      ['/', '/'],
      ['/sites/offa', '/sites/offa'],
    ] as const) {
      const { body } = await get(at);
      const [, manifest] = /<link rel="manifest" href="([^"]+)"\/>/.exec(body)!;
      expect((await get(manifest!)).json()).toMatchObject({ start_url: start });
      expect(body).toContain('<meta name="apple-mobile-web-app-title"');
    }
  });

  test('the menu marks the page in view, and the news when it is one of them', async () => {
    const marked = async (at: string) =>
      [...(await get(at)).body.matchAll(/aria-current="(\w+)"\s*>([^<]+)</g)].map(([, how, what]) => `${what} ${how}`);
    expect(await marked('/')).toEqual(['Home page']);
    expect(await marked('/sites/ilorin/news')).toEqual(['News page']);
    expect(await marked('/sites/ilorin/news?page=1')).toEqual(['News page']);
    expect(await marked(`/sites/ilorin/news/${await firstPost()}`)).toEqual(['News true']);
    expect(await marked('/sites/ilorin/nowhere')).toEqual([]);
  });

  const firstPost = async () =>
    /\/sites\/ilorin\/news\/([a-z0-9-]+)"/.exec((await get('/sites/ilorin/news')).body)![1]!;

  test('title, description, language, canonical address, Open Graph and facts', async () => {
    const { body, headers } = await get('/');
    expect(body).toContain('<html lang="en"');
    expect(body).toContain('<title>Ilorin Grammar School · Learning by the river since 1962</title>');
    expect(body).toMatch(/<meta\s+name="description"\s+content="A day and boarding school in Ilorin/);
    expect(body).toContain('<link rel="canonical" href="http://localhost');
    expect(body).toMatch(/og:image"\s+content="http:\/\/localhost[^"]*\/pictures\/[\w-]{22}\/960\.jpeg"/);
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!) as object;
    expect(facts).toMatchObject({ '@type': 'EducationalOrganization', name: 'Ilorin Grammar School' });
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self' 'sha256-/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('5.3 the year in which the school was founded is in the footer and in the facts, where it is known', async () => {
    const founded = async (year: number | null) => {
      await system((tx) => tx.update(institutions).set({ establishedYear: year }).where(eq(institutions.id, ilorin)));
      later();
      const { body } = await get('/sites/ilorin');
      const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!) as object;
      return [/Founded in \d{4}/.exec(body)?.[0], (facts as { foundingDate?: string }).foundingDate];
    };
    expect(await founded(1987)).toEqual(['Founded in 1987', '1987']);
    expect(await founded(null)).toEqual([undefined, undefined]);
  });

  test('a repeat visit costs no body, in each encoding, and a change costs one', async () => {
    const encodings = ['', 'gzip', 'br'];
    const tags = [];
    for (const encoding of encodings) {
      const first = await get('/sites/ilorin', { 'accept-encoding': encoding });
      expect(first.headers['content-encoding'] ?? '').toBe(encoding);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const tag = String(first.headers.etag);
      tags.push(tag);
      const again = await get('/sites/ilorin', { 'accept-encoding': encoding, 'if-none-match': `"other", ${tag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    }
    expect(new Set(tags).size).toBe(3);
    await system((tx) =>
      tx.update(sites).set({ intro: 'Another introduction.' }).where(eq(sites.institutionId, ilorin)),
    );
    later();
    const changed = await get('/sites/ilorin', { 'if-none-match': tags[0]! });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).toContain('Another introduction.');
  });

  test('editors bypass the visitors’ cache and see their change at once', async () => {
    await get('/sites/ilorin');
    await system((tx) => tx.update(sites).set({ intro: 'Fresh words.' }).where(eq(sites.institutionId, ilorin)));
    expect((await get('/sites/ilorin')).body).not.toContain('Fresh words.');
    expect((await (await world.as('principal')).get('/sites/ilorin')).body).toContain('Fresh words.');
  });

  test('nothing of one visitor is in a page that others get', async () => {
    const answer = await get('/sites/ilorin');
    expect(answer.cookies).toEqual([]);
    expect(answer.body).toContain('<meta name="csrf-token" content=""');
    const signedIn = await (await world.as('bursar')).get('/sites/ilorin');
    expect(signedIn.body).toContain('You are signed in');
    expect((await get('/sites/ilorin')).body).not.toContain('You are signed in');
  });

  test('1.4 the form asks for its token when it is needed; with it a person signs in, without it nobody does', async () => {
    const visitor = world.nobody();
    const answer = await visitor.get('/sign-in/token');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token } = answer.json<{ token: string }>();
    const send = (csrf: string) =>
      visitor.post(
        '/sign-in',
        { identifier: 'registrar', password: 'indigo on warm paper' },
        { 'x-csrf-token': csrf, 'x-inertia': 'true' },
      );
    expect((await send('guessed')).statusCode).toBe(403);
    const accepted = await send(token);
    expect([accepted.statusCode, accepted.headers['x-inertia-location']]).toEqual([409, '/']);
  });

  test('the feed is well formed, complete and in order', async () => {
    const answer = await get('/sites/ilorin/news.atom');
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const entries = [...answer.body.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry]) => entry!);
    expect(entries.length).toBeGreaterThanOrEqual(12);
    for (const entry of entries)
      for (const element of ['id', 'title', 'updated', 'published', 'summary', 'content'])
        expect(entry).toMatch(new RegExp(`<${element}[ >]`));
    const published = entries.map((entry) => /<published>(.*?)</.exec(entry)![1]!);
    expect(published).toEqual(published.toSorted().toReversed());
    expect(answer.body).toContain('&lt;h2&gt;The week&lt;/h2&gt;');
    expect(balanced(answer.body)).toBe(true);
    expect((await get('/sites/ilorin/news.atom', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(
      304,
    );
  });

  test('guessed addresses and repeated requests for the site map cost the database one read', async () => {
    const reads = vi.spyOn(world.database, 'read');
    const countOf = async (url: string) => {
      await get(url);
      const first = reads.mock.calls.length;
      for (let at = 0; at < 5; at += 1) await get(url.replace('0', String(at)));
      return reads.mock.calls.length - first;
    };
    expect(await countOf('/nowhere/0')).toBe(0);
    expect(await countOf('/sitemap.xml')).toBe(0);
    reads.mockRestore();
  });

  test('the site map lists the pages for visitors, and robots.txt refers to it', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(balanced(body)).toBe(true);
    const addresses = [...body.matchAll(/<loc>http:\/\/localhost[^/]*(.*?)<\/loc>/g)].map(([, path]) => path);
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/',
        '/sites/ilorin/news',
        '/sites/ilorin/programs',
        '/sites/ilorin/pages/about',
        '/sites/ilorin/news/post-12',
      ]),
    );
    for (const address of addresses) expect([address, (await get(address!)).statusCode]).toEqual([address, 200]);
    expect((await get('/robots.txt')).body).toMatch(/Allow: \/\n[^]*Sitemap: http:\/\/localhost(:\d+)?\/sitemap\.xml/);
  });
});

describe('4.21 9.15 the search', () => {
  const found = async (q: string) => {
    const { body, statusCode } = await get(`/sites/ilorin/search?q=${encodeURIComponent(q)}`);
    expect(statusCode).toBe(200);
    return [...body.matchAll(/<p class="date">(\w+)[^<]*<\/p>\s*<h2>\s*<a href="([^"]+)"/g)].map(
      ([, kind, href]) => `${kind} ${href}`,
    );
  };

  test('finds posts, pages and programs', async () => {
    expect(await found('prize')).toEqual(['News /sites/ilorin/news/post-1']);
    expect(await found('pangolin')).toEqual(['News /sites/ilorin/news/post-3']);
    expect(await found('river')).toEqual(['Page /sites/ilorin/pages/about']);
    expect(await found('junior')).toEqual([expect.stringMatching(/^Programme \/sites\/ilorin\/programs#program-\d+$/)]);
  });

  test('does not mind accents, tone marks, capitals and the order of words', async () => {
    expect(await found('ADEBAYO kemi')).toEqual(['News /sites/ilorin/news/post-1']);
    expect(await found('Kémì')).toEqual(['News /sites/ilorin/news/post-1']);
  });

  test('says what to do when nothing was asked, and when nothing was found', async () => {
    expect((await get('/sites/ilorin/search')).body).toContain('Type a name');
    expect((await get('/sites/ilorin/search?q=%25')).body).toContain('Type at least one letter');
    expect((await get('/sites/ilorin/search?q=zebra')).body).toContain('No results for “zebra”');
    expect((await get('/sites/ilorin/search?q=a&q=b')).statusCode).toBe(200);
    expect(await found("'")).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('keeps to the site: nothing of a sister school', async () => {
    await system((tx) =>
      tx.insert(sitePosts).values({
        institutionId: offa,
        slug: 'kingfisher',
        title: 'Kingfisher',
        summary: 'x',
        author: 'X',
        status: 'published',
        publishAt: new Date('2026-01-01'),
      }),
    );
    expect(await found('kingfisher')).toEqual([]);
  });
});

test('news are listed ten a page, newest first, and a page past the last is not found', async () => {
  const first = await get('/sites/ilorin/news');
  const titles = [...first.body.matchAll(/<h2>\s*<a href="[^"]+">([^<]+)</g)].map(([, title]) => title);
  expect(titles).toHaveLength(10);
  expect(titles.slice(0, 2)).toEqual(['Scheduled pelican', 'Kẹ́mi Adébáyọ̀ wins the mathematics prize']);
  expect(first.body).toContain('Page 1 of 2');
  expect((await get('/sites/ilorin/news?page=2')).body).toContain('Report number 12 of the term');
  expect((await get('/sites/ilorin/news?page=3')).statusCode).toBe(404);
  expect((await get('/sites/ilorin/news?page=x')).statusCode).toBe(200);
});

test('a post shows its text as Markdown and a program its facts at its anchor', async () => {
  const post = await get('/sites/ilorin/news/post-2');
  expect(post.body).toContain('<strong>Tuesday</strong>');
  expect(post.body).toContain('<h2>The week</h2>');
  const page = await get('/sites/ilorin/programs');
  expect(page.body).toMatch(new RegExp(`<section\\s+class="program"\\s+id="program-${world.school.ilorin.programId}"`));
  expect(page.body).toContain('JSS 1, JSS 2');
});

test('sister schools are named on the home page, and it carries no other school in itself', async () => {
  later();
  const { body } = await get('/');
  expect(body).toContain('Our other schools');
  expect(body).toContain('href="/sites/offa"');
  expect(body).not.toContain('ND 1');
});

/** Every element that is opened is closed in its turn. */
function balanced(xml: string): boolean {
  const open: string[] = [];
  for (const [, slash, name, own] of xml.matchAll(/<(\/?)([a-zA-Z][\w:]*)[^<>]*?(\/?)>/g)) {
    if (own) continue;
    if (!slash) open.push(name!);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/&(?!(amp|lt|gt|quot|#39);)/.test(xml);
}
