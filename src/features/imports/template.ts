import type { CellValue } from 'hucre/xlsx';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { phoneExample, phoneHint } from '#kernel/phone.ts';
import { wordLists } from '#features/lookups/lookups.queries.ts';
import type { Field } from './engine/field.ts';
import { kinds } from './kinds/all.ts';
import { kindWords, type ImportKind } from './kinds/kind-words.ts';
import { listsOf } from './kinds/kind.ts';
import { mayUse } from './may-use.ts';
import { loadSchool, type School } from './school.queries.ts';

/** Said in another column, or by another page. */
const leftOut = new Set(['fullName', 'arm', 'photo', 'guardianId']);

interface TemplateColumn {
  heading: string;
  example: string;
  explanation: string;
}

/** What a file of a kind may hold in an institution, with somebody made up who could be imported as she stands. */
export async function templateFor(
  db: Db,
  actor: Actor,
  institutionId: number,
  kind: ImportKind,
): Promise<TemplateColumn[]> {
  const [school, offered] = await Promise.all([
    loadSchool(db, institutionId, kind),
    wordLists(db, institutionId, listsOf(kinds[kind])),
  ]);
  const mayBringIn = mayUse(actor, institutionId, school.roster);
  const known = examples(school);
  return Object.entries(school.roster.fields)
    .filter(([key, field]) => !leftOut.has(key) && mayBringIn(field))
    .map(([key, field]) => {
      const list = (field.list && offered[field.list]) ?? [];
      const [example = '', explanation = ''] = known[key] ?? [];
      // Of a child, and of an own field, nothing is known that would be true.
      const isUnknown = field.customId !== undefined || (kind === 'guardians' && key === 'relation');
      return {
        heading: field.label,
        example: example || (isUnknown ? '' : (list[0] ?? '')),
        explanation: [explanation, hintOf(field, list)].filter(Boolean).join(' ') || 'May be blank.',
      };
    });
}

const shownWords = 8;

function hintOf({ isDay, list, note }: Field, words: string[]): string {
  const hints = [note];
  if (isDay) hints.push('Day/month/year, such as 28/02/2012.');
  if (list && words.length)
    hints.push(
      `A word of your list: ${words.slice(0, shownWords).join(', ')}${words.length > shownWords ? ' …' : '.'}`,
    );
  return hints.filter(Boolean).join(' ');
}

/** By field: what stands in the example, and what to know of it. */
function examples({ surroundings, roster, batches }: School): Record<string, [example: string, explanation?: string]> {
  const { countryId, today } = surroundings;
  const lastYear = Number(today.slice(0, 4)) - 1;
  const phone: [string, string] = [phoneExample(countryId), phoneHint(countryId)];
  const free = [...batches.values()].find(
    ({ name, taken, capacity }) => taken < capacity && surroundings.batches.find(name, ''),
  );
  const isNumbered = 'Leave it blank to have the next number given.';
  const isHome = countryId === 'NG';
  return {
    admissionNumber: ['', isNumbered],
    employeeNumber: ['', isNumbered],
    title: ['Mrs'],
    surname: ['Example', 'Required.'],
    firstName: ['Ada', 'Required.'],
    middleName: ['Ngozi'],
    gender: ['Female', 'Female or Male.'],
    birthDate: [roster.one === 'student' ? `28/02/${lastYear - 12}` : `28/02/${lastYear - 35}`],
    status: ['Active', 'Active, applicant, suspended, graduated, withdrawn, transferred or deceased. Blank is active.'],
    batch: [free?.name ?? '', `An open ${surroundings.batches.word} of ${surroundings.batches.session}.`],
    admissionDate: [`14/09/${lastYear}`],
    employedOn: [`14/09/${lastYear}`],
    phone,
    mobile: phone,
    nextOfKinPhone: phone,
    email: ['ada@example.com'],
    ...(isHome && { nationality: ['Nigeria'], country: ['Nigeria'], state: ['Kwara'], lga: ['Offa'] }),
    city: ['Offa'],
    address: ['12 Ibolo Way'],
    bloodGroup: ['O+', 'A+, A-, B+, B-, AB+, AB-, O+ or O-.'],
    genotype: ['AA', 'AA, AS, SS, AC, SC or CC.'],
    nextOfKinName: ['Bola Example'],
    occupation: ['Trader'],
    leavingReason: ['', 'Only of who has left.'],
  };
}

/** The workbook: the list to be filled in, all of it text so that zeros and dates stay as typed; and what each column means. */
export async function templateFile(kind: ImportKind, columns: TemplateColumn[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const { title, one } = kindWords[kind];
  const explained: CellValue[][] = [
    [`The example in the second row is no real ${one}: write over it or delete it.`],
    ['Columns may stand in any order, and those that are not needed may be deleted. Blank cells change nothing.'],
    ...columns.map(({ heading, explanation }) => [`${heading}: ${explanation}`]),
  ];
  return writeXlsx({
    sheets: [
      {
        name: title,
        rows: [columns.map(({ heading }) => heading), columns.map(({ example }) => example || null)],
        columns: columns.map(({ heading }) => ({ width: Math.max(14, heading.length + 2), numFmt: '@' })),
        freezePane: { rows: 1 },
      },
      // One column: the import takes it for no list of people.
      { name: 'What to fill in', rows: explained, columns: [{ width: 110 }] },
    ],
  });
}
