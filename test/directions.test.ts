import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areaOf, featureOf, layerOf, imports, root, sources, type Import } from '../bin/imports.ts';
import { pictures, withPicture } from '../bin/picture.ts';
import { areas, featureOrder as order } from './feature-order.ts';

/** Each with its reason; one that is no longer needed fails the test. */
const exceptions: Record<string, string> = {
  'src/features/access/accounts/sign-in/second-step.ts → src/web/cookies.ts':
    'signing in sets the cookie that requests read: its name and its options are written once',
};

const values = imports.filter(({ isType }) => !isType);
const isOurs = (path: string) => path.startsWith('src/') || path.startsWith('test/');
const say = ({ from, to }: Import) => `${from} → ${to}`;
const unexcused = (wrong: Import[]) => wrong.map(say).filter((line) => !(line in exceptions));
const between = (area: string) => imports.filter(({ from, to }) => layerOf(from) === area && isOurs(to));

test('the pictures in the READMEs are what the imports draw; npm run picture draws them again', () => {
  for (const { file, draw } of pictures) {
    const readme = readFileSync(join(root, file), 'utf8');
    expect(withPicture(readme, draw()), file).toBe(readme);
  }
});

test('every import names a file that exists', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => isOurs(to) && !existsSync(join(root, to))).map(say)).toEqual([]);
});

test('the kernel imports only the kernel, the UI only the UI', () => {
  for (const area of ['kernel', 'ui']) {
    expect(
      between(area)
        .filter(({ to }) => layerOf(to) !== area)
        .map(say),
    ).toEqual([]);
  }
});

test('features import the kernel, the UI, web, and each other', () => {
  const doors =
    /^src\/web\/(feature\.ts|menu\.ts|page\.ts|routes\.ts|printed-file\.ts|uploads\.ts|public-forms\.ts|public-pages\/(public-page|document|document-parts|json-script|trusted)\.tsx?|entrance\/entrance-(form|page)\.tsx|client\/(\w+\/)?[\w-]+\.tsx?)$/;
  const wrong = between('features').filter(({ to, isType }) => {
    if (layerOf(to) === 'web') return !doors.test(to) && !(isType && to === 'src/web/shell.ts');
    return !['kernel', 'ui', 'features'].includes(layerOf(to) ?? '');
  });
  expect(unexcused(wrong)).toEqual([]);
});

test('of another feature, nobody imports routes, pages or jobs, and demo data only from demo data', () => {
  const closed = /\.(feature|routes|pages|page|jobs|job|tab|card|public)\.tsx?$/;
  const wrong = imports.filter(({ from, to }) => {
    const [mine, its] = [featureOf(from), featureOf(to)];
    if (!mine || !its || mine === its) return false;
    return closed.test(to) || (to.endsWith('.demo.ts') && !from.endsWith('.demo.ts'));
  });
  expect(unexcused(wrong)).toEqual([]);
});

test('features depend on each other in one order', () => {
  const features = new Set(sources.flatMap((file) => featureOf(file) ?? []));
  expect([...features].toSorted(), 'a new feature takes its place in the order').toEqual(order.toSorted());
  const folders = new Set(sources.flatMap((file) => (featureOf(file) ? [`${areaOf(file)}/${featureOf(file)}`] : [])));
  expect([...folders].toSorted(), 'a feature lies in its area').toEqual(
    Object.entries(areas)
      .flatMap(([area, names]) => names.map((name) => `${area}/${name}`))
      .toSorted(),
  );
  expect(Object.keys(areas).length).toBeLessThanOrEqual(12);
  const upward = imports.filter(({ from, to }) => {
    const [mine, its] = [featureOf(from), featureOf(to)];
    return mine && its && order.indexOf(its) > order.indexOf(mine);
  });
  expect(unexcused(upward)).toEqual([]);
});

test('no files import each other in a circle, not even types', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) if (isOurs(to)) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});

test('web knows no feature, and only the product itself knows which features there are', () => {
  expect(
    between('web')
      .filter(({ to }) => !['kernel', 'ui', 'web'].includes(layerOf(to) ?? ''))
      .map(say),
  ).toEqual([]);
  const wrong = imports.filter(
    ({ from, to }) => layerOf(from) !== 'product' && (layerOf(to) === 'product' || to.endsWith('.feature.ts')),
  );
  expect(wrong.map(say)).toEqual([]);
});

test('nothing of the product imports its tests', () => {
  expect(unexcused(imports.filter(({ to }) => to.startsWith('test/')))).toEqual([]);
});

test('no exception outlives its reason', () => {
  const all = new Set(imports.map(say));
  expect(Object.keys(exceptions).filter((line) => !all.has(line))).toEqual([]);
});

test('browser code never reaches the server, not even over several files', () => {
  const isPage = (file: string) => /\.(page|tab|public)\.tsx$/.test(file);
  const next = new Map(sources.map((file) => [file, values.filter(({ from }) => from === file)]));
  const reached = new Map<string, string>();
  const visit = (file: string, by: string) => {
    if (reached.has(file)) return;
    reached.set(file, by);
    for (const { to } of next.get(file) ?? []) visit(to, `${by} → ${to}`);
  };
  for (const file of [
    'src/web/client/main.tsx',
    'src/web/public/site.ts',
    'src/web/public-pages/hydrate.ts',
    ...sources.filter(isPage),
  ])
    visit(file, file);
  const server =
    /^(node:|drizzle-orm|pg$|pg-boss|fastify|@fastify|@node-rs|@napi-rs|pino|prom-client|otpauth|csv-|hucre)|\.(schema|queries|routes|demo|job|jobs)\.ts$|^src\/kernel\/(database|tables|migrate|files|audit|counters)\.ts$|^src\/kernel\/(postgres|jobs|database)\//;
  expect([...reached].filter(([file]) => server.test(file)).map(([, way]) => way)).toEqual([]);
  expect(reached.size).toBeGreaterThan(50);
});

const bundle = join(root, 'dist/client');
test.runIf(existsSync(bundle))('the built bundle holds nothing of the server', () => {
  const traces = /drizzle|pg-boss|pgboss|akada_institutions|set_config\(|postgres(ql)?:\/\/|argon2/i;
  const scripts = globSync('**/*.js', { cwd: bundle });
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((file) => traces.test(readFileSync(join(bundle, file), 'utf8')))).toEqual([]);
});
