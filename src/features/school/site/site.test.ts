import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addPicture } from '#test/harness/pictures.ts';
import { siteHosts, sites, siteSlides, siteTestimonials } from './site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let group: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  owner = await world.as('owner');
  group = await world.as('group');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const offa = () => world.school.offa.id;
const inIlorin = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin()], work);
const entries = () =>
  inIlorin((tx) => tx.select().from(auditEntries).orderBy(asc(auditEntries.id))).then((all) =>
    all.map(({ summary }) => summary),
  );
const touched = async () =>
  (await inIlorin((tx) => tx.select().from(sites).where(eq(sites.institutionId, ilorin()))))[0]!.updatedAt.getTime();
const feature = (title: string, more: object = {}) => ({
  institutionId: ilorin(),
  icon: 'book',
  title,
  body: 'Every class has its own library hour.',
  isShown: 'true',
  ...more,
});
const settings = (more: object = {}) => ({
  institutionId: ilorin(),
  slug: 'ilorin',
  headline: 'Learning and character',
  intro: '',
  hosts: '',
  ...more,
});
const errorsOf = async (address: string, body: object, browser = owner) => {
  const answer = await browser.post(address, body);
  expect(answer.statusCode).toBe(422);
  return answer.json().errors as Record<string, string>;
};
const features = async (): Promise<{ id: number; title: string; isShown: boolean }[]> =>
  (await owner.page('/site')).props.lists.features;
const titles = async () => (await features()).map(({ title }) => title);

describe('2.1 the home page is fed from content that an institution edits', () => {
  test('nobody has touched it yet: an address is proposed, and the first change makes the site', async () => {
    expect((await owner.page('/site')).props).toMatchObject({
      site: null,
      institution: { id: ilorin() },
      can: { front: false },
      lists: { slider: [], slideshow: [], features: [], testimonials: [] },
    });
    const { slug } = (await owner.page('/site/edit')).props.site;
    expect(slug).toMatch(/^[a-z][a-z-]+$/);
    await owner.post('/site/features', feature('Library'));
    expect((await owner.page('/site')).props).toMatchObject({ site: { slug, isPublished: false, isFront: false } });
  });

  test('an address that the other institution has is refused, and the first proposal gives way to it', async () => {
    await group.post('/site', settings({ institutionId: offa(), slug: 'ilorin' }));
    expect(await errorsOf('/site', settings())).toEqual({
      slug: 'The address ilorin is already used by another institution’s site. Choose another one.',
    });
    const { slug } = (await owner.page('/site/edit')).props.site;
    await group.post('/site', settings({ institutionId: offa(), slug }));
    expect((await owner.post('/site/features', feature('Library'))).statusCode).toBe(303);
    expect((await owner.page('/site')).props.site.slug).toBe(`${slug}-${ilorin()}`);
    for (const wrong of ['Two words', 'a', '-x-', 'ñandú', ''])
      expect(Object.keys(await errorsOf('/site', settings({ slug: wrong })))).toEqual(['slug']);
  });

  test('an institution that cannot be is refused', async () => {
    expect((await owner.post('/site', settings({ institutionId: 2_348_031_234_567 }))).statusCode).toBe(404);
  });

  test('is published and unpublished, and each change is logged', async () => {
    await owner.post('/site', settings());
    expect((await owner.post('/site/publish', { institutionId: ilorin(), isPublished: 'true' })).statusCode).toBe(303);
    expect((await owner.page('/site')).props.site.isPublished).toBe(true);
    await owner.post('/site/publish', { institutionId: ilorin() });
    expect((await owner.page('/site')).props.site.isPublished).toBe(false);
    expect(await entries()).toEqual(['changed headline of the site', 'published the site', 'unpublished the site']);
  });

  test('everything that visitors see moves the time of the site on', async () => {
    const { id: pictureId } = await addPicture(owner, ilorin());
    await owner.post('/site', settings());
    const slide = { institutionId: ilorin(), place: 'slider', title: 'Welcome', pictureId, isShown: 'true' };
    const post = { institutionId: ilorin(), title: 'News', slug: 'news', summary: 'Good', body: '', state: 'draft' };
    const steps: [string, object][] = [
      ['/site/slides', slide],
      ['/site/features', feature('Library')],
      ['/site/posts', post],
      ['/site/publish', { institutionId: ilorin(), isPublished: 'true' }],
      [`/site/pictures/${pictureId}`, { name: 'Hall', alt: 'The assembly hall in the morning' }],
    ];
    let before = await touched();
    for (const [address, body] of steps) {
      expect((await owner.post(address, body)).statusCode, address).toBe(303);
      const after = await touched();
      expect(after, address).toBeGreaterThan(before);
      before = after;
    }
  });

  test('a text is stored as typed and shown as text', async () => {
    const title = '<img src=x onerror=zq()> & "quotes"';
    await owner.post('/site/features', feature(title));
    expect((await features())[0]!.title).toBe(title);
    const document = (await owner.get('/site')).body;
    expect(document).not.toContain('<img src=x');
    expect((await entries()).at(-1)).toBe(`added the feature ${title} to the site`);
  });

  test('the preview of a text is made by the same rules as the public page', async () => {
    const preview = (text: string) => owner.post('/site/preview', { text });
    expect((await preview('# Hi\n<b>x</b> [y](javascript:zq())')).json()).toEqual({
      html: '<h2>Hi</h2>\n<p>&lt;b&gt;x&lt;/b&gt; [y](javascript:zq())</p>\n',
    });
    expect((await preview('x'.repeat(50_001))).statusCode).toBe(422);
  });
});

describe('host names', () => {
  const hosts = (...names: string[]) => settings({ hosts: names.join('\n') });
  const stored = () =>
    inIlorin((tx) => tx.select().from(siteHosts)).then((all) => all.map(({ host }) => host).toSorted());

  test('are saved, changed and removed', async () => {
    await owner.post('/site', hosts('www.Ilorin.example', 'ilorin.example.', 'ilorin.example'));
    expect(await stored()).toEqual(['ilorin.example', 'www.ilorin.example']);
    await owner.post('/site', hosts('ilorin.example', 'ìlọrin.example'));
    expect(await stored()).toEqual(['ilorin.example', 'xn--lrin-ppa9007b.example'].toSorted());
    await owner.post('/site', settings());
    expect(await stored()).toEqual([]);
  });

  test('two who add and remove names at once both have their way', async () => {
    await owner.post('/site', hosts('a.example', 'b.example'));
    const opened = await owner.opened('/site', { institutionId: ilorin() });
    await owner.post('/site', { ...hosts('a.example', 'b.example', 'c.example'), opened });
    const late = await owner.post('/site', { ...hosts('b.example', 'd.example'), opened });
    expect(late.statusCode, late.body).toBe(303);
    expect(await stored()).toEqual(['b.example', 'c.example', 'd.example']);
    await owner.post('/site', settings());
  });

  test('an invalid host name is refused by name', async () => {
    for (const wrong of [
      'https://ilorin.example',
      'ilorin.example/home',
      'localhost',
      '10.0.0.1',
      '-a.example',
      'a..b',
      'a.example:80',
      '<b>.example',
    ])
      expect((await errorsOf('/site', hosts('ok.example', wrong))).hosts, wrong).toContain('not a host name');
    expect(
      (await errorsOf('/site', hosts(...Array.from({ length: 11 }, (_, at) => `a${at}.example`)))).hosts,
    ).toContain('up to 10');
    expect(await stored()).toEqual([]);
  });

  test('one that another institution has is refused, and nothing else of the form is saved', async () => {
    await group.post('/site', settings({ institutionId: offa(), slug: 'offa', hosts: 'school.example' }));
    await owner.post('/site', settings());
    expect(await errorsOf('/site', settings({ headline: 'New', hosts: 'a.example school.example' }))).toEqual({
      hosts: 'school.example shows another institution’s site. Ask that institution to remove it first.',
    });
    expect((await owner.page('/site')).props.site).toMatchObject({ headline: 'Learning and character', hosts: [] });
  });
});

describe('the main address', () => {
  test('is given by a group administrator alone, and moves from one institution to the other', async () => {
    const body = { institutionId: ilorin(), isFront: 'true' };
    expect((await owner.post('/site/front', body)).statusCode).toBe(403);
    expect((await group.post('/site/front', { ...body, institutionId: offa() })).statusCode).toBe(303);
    expect((await group.post('/site/front', body)).statusCode).toBe(303);
    const front = async (id: number) => (await group.page(`/site?institution_id=${id}`)).props.site.isFront;
    expect([await front(ilorin()), await front(offa())]).toEqual([true, false]);
    expect((await group.page(`/site?institution_id=${offa()}`)).props.can.front).toBe(true);
    await group.post('/site/front', { institutionId: ilorin() });
    expect(await front(ilorin())).toBe(false);
    // The form of the site does not carry it in.
    await owner.post('/site', settings({ isFront: 'true' }));
    expect((await owner.page('/site')).props.site.isFront).toBe(false);
  });

  test('the home page editor says what the main address shows, and how to change it', async () => {
    const said = async (browser = owner, id = ilorin()) =>
      (await browser.page(`/site?institution_id=${id}`)).props.mainAddress as string;
    const publish = (id: number) => group.post('/site/publish', { institutionId: id, isPublished: 'true' });
    expect(await said()).toBe('Shows the sign-in page. Publish this site to show it there.');
    expect((await group.page('/site')).props.main).toBeNull();
    await publish(offa());
    const { name } = (await group.page(`/site?institution_id=${offa()}`)).props.institution;
    expect(await said()).toBe(`Shows ${name}. To change this, publish this site and ask your group administrator.`);
    expect(await said(group, offa())).toBe(
      'Shows this site. It is the first published site, and no other site has been chosen.',
    );
    await publish(ilorin());
    await group.post('/site/front', { institutionId: offa(), isFront: 'true' });
    expect(await said()).toBe(`Shows ${name}. Your group administrator can change this.`);
    expect(await said(group)).toBe(
      `Shows ${name}. To change this, choose “Show at the main address” in the menu above.`,
    );
    await group.post('/site/front', { institutionId: ilorin(), isFront: 'true' });
    expect(await said()).toBe('Shows this site. Your group administrator can change this.');
    const onPage = async (browser: Browser) =>
      (await browser.page(`/institutions/${ilorin()}`)).props.mainAddress as string | null;
    expect([await onPage(owner), await onPage(await world.as('teacher'))]).toEqual(['Shows this site.', null]);
    await group.post('/site/front', { institutionId: offa(), isFront: 'true' });
    expect(await onPage(owner)).toBe(`Shows ${name}.`);
    await group.post('/site/front', { institutionId: ilorin(), isFront: 'true' });
    expect((await group.page('/site')).props.main).toMatchObject({ institutionId: ilorin() });
  });

  test('editors of several sites get a list of them, or the one in the address', async () => {
    const all = await group.page('/site');
    expect(all.component).toBe('site/site-list');
    expect(all.props.sites.map((one: { name: string; site: null }) => [one.name, one.site])).toEqual([
      ['Ilorin Grammar School', null],
      ['Offa College', null],
    ]);
    expect((await group.page(`/site?institution_id=${offa()}`)).component).toBe('site/home-editor');
  });
});

describe('an order', () => {
  beforeEach(async () => {
    for (const title of ['Library', 'Laboratory', 'Sports', 'Music'])
      expect((await owner.post('/site/features', feature(title))).statusCode).toBe(303);
  });
  const order = (ids: number[]) => owner.post('/site/order', { institutionId: ilorin(), list: 'features', ids });
  const idOf = async (title: string) => (await features()).find((one) => one.title === title)!.id;

  test('is saved as a whole, and logged once', async () => {
    const ids = (await features()).map(({ id }) => id);
    expect((await order(ids.toReversed())).statusCode).toBe(200);
    expect(await titles()).toEqual(['Music', 'Sports', 'Laboratory', 'Library']);
    await order(ids.toReversed());
    expect((await entries()).filter((one) => one === 'changed the order of the features')).toHaveLength(1);
  });

  test('passes over what was deleted meanwhile and keeps behind what was added meanwhile', async () => {
    const seen = (await features()).map(({ id }) => id);
    await owner.post(`/site/features/${await idOf('Laboratory')}/delete`);
    await owner.post('/site/features', feature('Garden'));
    expect((await order(seen.toReversed())).statusCode).toBe(200);
    expect(await titles()).toEqual(['Music', 'Sports', 'Library', 'Garden']);
  });

  test('two editors at once: one order or the other, never a mixture', async () => {
    const ids = (await features()).map(({ id }) => id);
    const all = [ids.toReversed(), [ids[2]!, ids[0]!, ids[3]!, ids[1]!]];
    const answers = await Promise.all(all.flatMap((one) => [order(one), order(one)]));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(all).toContainEqual((await features()).map(({ id }) => id));
  });

  test('a number twice, unknown ones and nonsense', async () => {
    const [first, ...rest] = (await features()).map(({ id }) => id);
    expect((await order([rest[0]!, rest[0]!, 999_999, first!])).statusCode).toBe(200);
    expect((await features()).map(({ id }) => id)).toEqual([rest[0], first, ...rest.slice(1)]);
    expect(await titles()).toHaveLength(4);
    expect((await owner.post('/site/order', { institutionId: ilorin(), list: 'nothing', ids: [1] })).statusCode).toBe(
      422,
    );
    expect(
      (await owner.post('/site/order', { institutionId: ilorin(), list: 'features', ids: ['x'] })).statusCode,
    ).toBe(422);
  });

  test('a hidden one stays in the list; a deleted one is gone, and its text is in the log', async () => {
    const id = await idOf('Sports');
    await owner.post(`/site/features/${id}/hide`);
    expect((await features()).find((one) => one.id === id)!.isShown).toBe(false);
    await owner.post(`/site/features/${id}/show`);
    expect((await features()).find((one) => one.id === id)!.isShown).toBe(true);
    await owner.post(`/site/features/${id}/delete`);
    expect(await titles()).toEqual(['Library', 'Laboratory', 'Music']);
    const [entry] = await inIlorin((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.action, 'site.deleteFeature'), eq(auditEntries.subjectId, id))),
    );
    expect(entry).toMatchObject({
      summary: 'deleted the feature Sports of the site',
      details: { was: { title: 'Sports' } },
    });
    expect((await owner.post(`/site/features/${id}/show`)).statusCode).toBe(404);
  });

  test('no more than can be put in order by hand', async () => {
    for (let at = 0; at < 56; at += 1) await owner.post('/site/features', feature(`Feature ${at}`));
    expect(await errorsOf('/site/features', feature('One too many'))).toMatchObject({
      form: expect.stringContaining('60'),
    });
  });
});

describe('slides and testimonials', () => {
  test('each section has its own order', async () => {
    const { id: pictureId } = await addPicture(owner, ilorin());
    const slide = (title: string, place: string) =>
      owner.post('/site/slides', { institutionId: ilorin(), place, title, pictureId, isShown: 'true' });
    for (const [title, place] of [
      ['A', 'slider'],
      ['B', 'slideshow'],
      ['C', 'slider'],
    ] as const)
      expect((await slide(title, place)).statusCode).toBe(303);
    const { lists } = (await owner.page('/site')).props;
    expect(lists.slider.map((one: { title: string }) => one.title)).toEqual(['A', 'C']);
    expect(lists.slideshow.map((one: { title: string }) => one.title)).toEqual(['B']);
    const rows = await inIlorin((tx) => tx.select().from(siteSlides).orderBy(asc(siteSlides.id)));
    expect(rows.map(({ position }) => position)).toEqual([1, 1, 2]);
    expect(lists.slider[0].picture).toMatchObject({ id: pictureId, alt: 'The assembly hall' });
    const { id } = rows[0]!;
    await owner.post('/site/order', { institutionId: ilorin(), list: 'slider', ids: [rows[2]!.id, rows[1]!.id, id] });
    const after = (await owner.page('/site')).props.lists;
    expect(after.slider.map((one: { title: string }) => one.title)).toEqual(['C', 'A']);
    expect(after.slideshow).toHaveLength(1);
    expect((await owner.page(`/site/slides/${id}/edit`)).props.slide).toMatchObject({ title: 'A', place: 'slider' });
  });

  test('a slide needs a picture from this library; a testimonial does not', async () => {
    const { id: foreign } = await addPicture(group, offa());
    const slide = { institutionId: ilorin(), place: 'slider', title: 'A' };
    expect(await errorsOf('/site/slides', slide)).toEqual({ pictureId: 'Choose a picture.' });
    for (const pictureId of [foreign, 999_999])
      expect(await errorsOf('/site/slides', { ...slide, pictureId })).toEqual({
        pictureId: 'This picture is no longer in the library. Choose another one.',
      });
    const testimonial = { institutionId: ilorin(), name: 'Ngozi Okafor', relation: 'Parent', quote: 'My son reads.' };
    expect((await owner.post('/site/testimonials', testimonial)).statusCode).toBe(303);
    expect(await inIlorin((tx) => tx.select().from(siteTestimonials))).toMatchObject([
      { pictureId: null, isShown: false },
    ]);
  });

  test('a link leads to a safe place or is refused at its field', async () => {
    const { id: pictureId } = await addPicture(owner, ilorin());
    const slide = (linkHref: string, linkLabel = 'Apply') => ({
      institutionId: ilorin(),
      place: 'slider',
      title: 'A',
      pictureId,
      linkHref,
      linkLabel,
    });
    for (const href of [
      'https://waec.example/x?a=1#b',
      'http://a.example',
      'mailto:info@igs.example',
      'tel:+2348030000000',
      '/sites/ilorin/pages/about',
    ])
      expect((await owner.post('/site/slides', slide(href))).statusCode, href).toBe(303);
    for (const href of [
      'javascript:zq()',
      'JavaScript:zq()',
      ' javascript:zq()',
      'java\nscript:zq()',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'evil.example',
      'ftp://x',
      'https:',
      'https://',
    ])
      expect(await errorsOf('/site/slides', slide(href)), href).toHaveProperty('linkHref');
    expect(await errorsOf('/site/slides', slide('', 'Apply'))).toEqual({
      linkHref: 'Enter the link, or leave both fields blank.',
    });
    expect(await errorsOf('/site/slides', slide('/x', ''))).toEqual({
      linkLabel: 'Enter the button text, or leave both fields blank.',
    });
    expect(await errorsOf('/site/features', feature('A', { linkHref: 'javascript:zq()' }))).toHaveProperty('linkHref');
    expect(await errorsOf('/site/features', feature('A', { icon: '../../etc/passwd' }))).toEqual({
      icon: 'Choose an icon.',
    });
  });
});

test('users without permission see and change nothing; another institution’s site is not found', async () => {
  await group.post('/site/features', feature('Workshop', { institutionId: offa() }));
  const [{ id }] = (await group.page(`/site?institution_id=${offa()}`)).props.lists.features;
  for (const address of [
    `/site?institution_id=${offa()}`,
    `/site/features/${id}/edit`,
    `/site/posts?institution_id=${offa()}`,
  ])
    expect((await owner.get(address)).statusCode, address).toBe(404);
  for (const [address, body] of [
    ['/site/features', feature('Mine', { institutionId: offa() })],
    [`/site/features/${id}`, feature('Mine')],
    [`/site/features/${id}/hide`, {}],
    [`/site/features/${id}/delete`, {}],
    ['/site', settings({ institutionId: offa() })],
    ['/site/publish', { institutionId: offa(), isPublished: 'true' }],
    ['/site/order', { institutionId: offa(), list: 'features', ids: [id] }],
  ] as const)
    expect((await owner.post(address, body)).statusCode, address).toBe(404);
  expect((await group.page(`/site?institution_id=${offa()}`)).props.lists.features).toMatchObject([
    { title: 'Workshop', isShown: true },
  ]);
  const teacher = await world.as('teacher');
  expect((await teacher.get('/site')).statusCode).toBe(403);
  expect((await teacher.post('/site/features', feature('Mine'))).statusCode).toBe(403);
  expect((await (await world.as('principal')).page('/site')).component).toBe('site/home-editor');
});
