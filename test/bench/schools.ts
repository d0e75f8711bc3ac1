import { compareSizes } from './growth.ts';
import { measure, type SchoolResults, type Wish } from './measure.ts';
import { say } from './say.ts';
import { showSchool } from './outcome.ts';
import type { Row } from './report.ts';
import type { Shape } from './school.ts';
import { fill, serve, type Filled, type BenchEnvironment } from './site.ts';

export interface Schooled extends SchoolResults {
  shape: Shape;
}

/** One school after the other, then the biggest beside the smallest. Returns what each gave, and what belongs to none. */
export async function measureSchools(environment: BenchEnvironment, shapes: Shape[], wish: Wish) {
  const schools: Schooled[] = [];
  const all: Filled[] = [];
  for (const shape of shapes) {
    // The product, when it is started at the end, finds the biggest school in its own database.
    const filled = await fillSchool(environment, shape === shapes.at(-1) ? 'akada' : `school_${shape.name}`, shape);
    const found = { shape, ...(await serve(filled, (site) => measure(site, wish))) };
    showSchool(found);
    schools.push(found);
    all.push(filled);
  }
  const [smallest, biggest] = [all[0]!, all.at(-1)!];
  const isComparable = wish.isWanted('list') && biggest.shape.students >= 10 * smallest.shape.students;
  return { schools, rows: isComparable ? [await compare(smallest, biggest)] : [] };

  function compare(one: Filled, other: Filled): Promise<Row> {
    say('The list of the biggest school and of the smallest in turn …');
    const options = wish.isQuick ? { rounds: 3, seconds: 0.5 } : { rounds: 9, seconds: 2 };
    return serve(one, (small) => serve(other, (big) => compareSizes(small, big, options)));
  }
}

export async function fillSchool(environment: BenchEnvironment, name: string, shape: Shape): Promise<Filled> {
  say(`Filling a school with ${shape.students.toLocaleString('en')} students …`);
  const filled = await fill(environment, name, shape);
  say(`Filled in ${filled.fillSeconds.toFixed(1)} s.`);
  return filled;
}
