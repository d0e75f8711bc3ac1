import type { CellValue } from 'hucre/xlsx';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { phoneExample, phoneHint } from '#kernel/phone.ts';
import { listsOfValues } from '#features/records/lookups/lookups.queries.ts';
import { type Field, listsOf } from '../engine/field.ts';
import { kinds } from '../kinds/all.ts';
import { kindLabels, type ImportKind } from '../kinds/kind-labels.ts';
import type { School } from '../kinds/kind.ts';
import { mayUse } from '../school/may-use.ts';
import { loadSchool } from '../school/school.queries.ts';

/** Fields given in another column or on another page. */
const leftOut = new Set(['fullName', 'arm', 'photo', 'guardianId']);

interface TemplateColumn {
  heading: string;
  example: string;
  explanation: string;
}

/** The columns of an institution's template, with an example person that could be imported. */
export async function templateFor(
  db: Db,
  actor: Actor,
  institutionId: number,
  kind: ImportKind,
): Promise<TemplateColumn[]> {
  const [school, offered] = await Promise.all([
    loadSchool(db, institutionId, kind),
    listsOfValues(db, institutionId, listsOf(kinds[kind])),
  ]);
  const canImport = mayUse(actor, institutionId, school.roster);
  const known = kinds[kind].examples ?? examples(school);
  return Object.entries(school.roster.fields)
    .filter(([key, field]) => !leftOut.has(key) && canImport(field))
    .map(([key, field]) => {
      const list = (field.list && offered[field.list]) ?? [];
      const [example = '', explanation = ''] = known[key] ?? [];
      // There is no plausible example for a child or a custom field.
      const isUnknown = field.customId !== undefined || (kind === 'guardians' && key === 'relation');
      return {
        heading: field.label,
        example: example || (isUnknown ? '' : (list[0] ?? '')),
        explanation: [explanation, hintOf(field, list)].filter(Boolean).join(' ') || 'Optional.',
      };
    });
}

const shownWords = 8;

function hintOf({ isDay, list, note }: Field, words: string[]): string {
  const hints = [note];
  if (isDay) hints.push('Day/month/year, for example 28/02/2012.');
  if (list && words.length)
    hints.push(
      `A value from your list: ${words.slice(0, shownWords).join(', ')}${words.length > shownWords ? ' …' : '.'}`,
    );
  return hints.filter(Boolean).join(' ');
}

/** Example value and note by field. */
function examples({ surroundings, roster, batches }: School): Record<string, [example: string, explanation?: string]> {
  const { countryId, today } = surroundings;
  const lastYear = Number(today.slice(0, 4)) - 1;
  const phone: [string, string] = [phoneExample(countryId), phoneHint(countryId)];
  const free = [...batches.values()].find(
    ({ name, taken, capacity }) => taken < capacity && surroundings.batches.find(name, ''),
  );
  const isNumbered = 'Leave blank to assign the next number.';
  const isHome = countryId === 'NG';
  return {
    admissionNumber: ['', isNumbered],
    employeeNumber: ['', isNumbered],
    title: ['Mrs'],
    surname: ['Example', 'Required.'],
    firstName: ['Ada', 'Required.'],
    middleName: ['Ngozi'],
    gender: ['Female', 'Female or male.'],
    birthDate: [roster.one === 'student' ? `28/02/${lastYear - 12}` : `28/02/${lastYear - 35}`],
    status: ['Active', 'Active, applicant, suspended, graduated, withdrawn, transferred or deceased. Blank is active.'],
    batch: [free?.name ?? '', `An open ${surroundings.batches.word} of ${surroundings.batches.session}.`],
    admissionDate: [`14/09/${lastYear}`],
    employedOn: [`14/09/${lastYear}`],
    graduationYear: [String(lastYear - 12), 'Four digits.'],
    phone,
    mobile: phone,
    nextOfKinPhone: phone,
    email: ['ada@example.com'],
    ...(isHome && { nationality: ['Nigeria'], country: ['Nigeria'], state: ['Kwara'], lga: ['Offa'] }),
    city: ['Offa'],
    address: ['12 Ibolo Way'],
    bloodGroup: ['O+', 'A+, A-, B+, B-, AB+, AB-, O+ or O-.'],
    genotype: ['AA', 'AA, AS, SS, AC, SC or CC.'],
    guardianName: ['Mrs Bola Example'],
    guardianPhone: phone,
    nextOfKinName: ['Bola Example'],
    occupation: ['Trader'],
    leavingReason: ['', 'Only for former employees.'],
  };
}

/** Makes the workbook: a sheet to fill in, formatted as text so that zeros and dates stay as typed, and a sheet of notes. */
export async function templateFile(kind: ImportKind, columns: TemplateColumn[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const { title, one } = kindLabels[kind];
  const explained: CellValue[][] = [
    [`The second row is an example and not a real ${one}. Replace or delete it.`],
    ['Columns can be in any order, and you can delete columns you don’t need. Blank cells change nothing.'],
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
      // A single column, so that the import does not mistake it for a list of people.
      { name: 'Instructions', rows: explained, columns: [{ width: 110 }] },
    ],
  });
}
