import { gzipSync } from 'node:zlib';
import { readAssets } from '#web/assets.ts';
import { readFileSync } from 'node:fs';
import path, { join } from 'node:path';
import { withParams } from '#ui/href.ts';
import type { Registrar } from './registrar.ts';

export interface FirstLoad {
  html: number;
  scripts: number;
  styles: number;
  /** The part of the font that a page in English needs. */
  font: number;
  /** All three: what the budget counts. */
  bundle: number;
  swap: number;
}

/** What a page's first load fetches, in KB of gzip; a font is compressed already. */
export async function measureFirstLoad(
  registrar: Registrar,
  distFolder: string,
  { path, page, part }: { path: string; page: string; part?: string },
): Promise<FirstLoad> {
  const html = (await registrar.get(path)).body;
  const swap = (await registrar.get(path, registrar.swap)).body;
  return { html: kilobytes(html), ...bundleOf(distFolder, page, part), swap: kilobytes(swap) };
}

/**
 * Its scripts, styles and font, by the tags that the server writes from the manifest; with those of a part, by its source, that
 * only some of its content needs.
 */
export function bundleOf(distFolder: string, page: string, part?: string) {
  const assets = readAssets(distFolder);
  const tags = Object.values(assets.head(page, '', true)).join('');
  const own = [...tags.matchAll(/\/assets\/([^"]+)/g)].map(([, file]) => file!);
  const files = [...new Set([...own, ...(part ? filesOf(distFolder, part) : [])])];
  const of = (type: string) =>
    files.filter((file) => file.endsWith(type)).reduce((sum, file) => sum + sizeOf(join(distFolder, file)), 0);
  const [scripts, styles] = [of('.js'), of('.css')];
  const font = readFileSync(join(distFolder, path.basename(assets.font))).length / 1024;
  return { scripts, styles, font, bundle: scripts + styles + font };
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The files of a part that is loaded later, as the bundle's manifest has them. */
function filesOf(distFolder: string, source: string): string[] {
  const manifest = JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const seen = new Set<string>();
  const visit = (key: string): string[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    const { file, css = [], imports = [] } = manifest[key]!;
    return [file, ...css, ...imports.flatMap(visit)];
  };
  return visit(source).map((file) => file.replace(/^assets\//, ''));
}

const known = new Map<string, number>();

/** Pages share most of their files. */
function sizeOf(file: string): number {
  const size = known.get(file) ?? kilobytes(readFileSync(file));
  known.set(file, size);
  return size;
}

const kilobytes = (bytes: Buffer) => gzipSync(bytes, { level: 6 }).length / 1024;

interface Load {
  what: string;
  path: string;
  page: string;
  part?: string;
  budget: number;
}

/** Students by class and gender, without saving. */
const graphPath = (institutionId: number) =>
  withParams('/graphs/run', {
    institution_id: institutionId,
    design: JSON.stringify({
      subject: 'student',
      first_group: 'class',
      second_group: 'gender',
      measure: 'count',
      chart: 'stacked',
      order_by: 'group',
    }),
  });

/** The pages that people open most, and what each may weigh. */
export const firstLoads = (ids: Record<'student' | 'employee' | 'guardian' | 'institution', number>): Load[] => [
  { what: 'the list', path: '/students', page: 'students/student-list', budget: 165 },
  { what: 'the employee list', path: '/employees', page: 'employees/employee-list', budget: 165 },
  { what: 'the guardian list', path: '/guardians', page: 'guardians/guardian-list', budget: 165 },
  { what: 'a register', path: '/registers', page: 'attendance/register', budget: 160 },
  { what: 'the start page', path: '/home', page: 'home/home', budget: 190 },
  {
    what: 'the start page with a graph',
    path: '/home',
    page: 'home/home',
    budget: 190,
    part: 'src/features/insight/reports/graphs/shared/graph-on-card.tsx',
  },
  { what: 'the designer of graphs', path: '/graphs/new', page: 'reports/graph-design', budget: 190 },
  { what: 'a graph', path: graphPath(ids.institution), page: 'reports/graph', budget: 190 },
  { what: 'the designer of reports', path: '/reports/new', page: 'reports/report-design', budget: 190 },
  { what: 'the form of a dashlet', path: '/dashlets/new', page: 'dashlets/dashlet-form', budget: 190 },
  { what: 'a student', path: `/students/${ids.student}`, page: 'students/student-profile', budget: 190 },
  { what: 'an employee', path: `/employees/${ids.employee}`, page: 'employees/employee-profile', budget: 190 },
  { what: 'a guardian', path: `/guardians/${ids.guardian}`, page: 'guardians/guardian-profile', budget: 190 },
  { what: 'the student form', path: '/students/new', page: 'students/student-form', budget: 190 },
  { what: 'the employee form', path: '/employees/new', page: 'employees/employee-form', budget: 190 },
  { what: 'the guardian form', path: '/guardians/new', page: 'guardians/guardian-form', budget: 190 },
];

/** Pages of visitors that React draws on the server: what they load to come to life. */
export const publicFirstLoads = [{ what: 'the application form', page: 'admissions/apply', budget: 110 }];

/** Scripts and styles of such a page in KB of gzip, those of the site around it included. */
export function publicBundleOf(distFolder: string, page: string): number {
  const { hydratedPage, publicPage } = readAssets(distFolder);
  const { css, scripts } = hydratedPage(page);
  const files = new Set([...publicPage.scripts, ...scripts]);
  const size = [...files].reduce((sum, file) => sum + kilobytes(readFileSync(join(distFolder, file))), 0);
  return size + kilobytes(Buffer.from(publicPage.css + css));
}
