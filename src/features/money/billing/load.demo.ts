import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import type { DemoStep, DemoInstitution } from '#web/feature.ts';
import { and, eq, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { classes, terms } from '#features/school/structure/structure.schema.ts';
import { audienceOf, studentsFor } from '#features/money/fees/audience/audience.ts';
import { draftBills } from './draft-bills.ts';
import {
  discountSchemes,
  discountStudents,
  feeAudience,
  feeCategories,
  feeChoices,
  feeDiscounts,
  feeInstalments,
  feeParticulars,
  fees,
} from '#features/money/fees/fees.schema.ts';

/** A fee of the demonstration; amounts in naira. */
interface FeePlan {
  title: string;
  classes: string[];
  particulars: { name: string; category: string; naira: number; isOptional?: boolean }[];
  instalments: { dueOn: string; percent?: number }[];
}

const term = [{ dueOn: '2026-10-02', percent: 6000 }, { dueOn: '2026-11-06' }];

const tuition: Record<string, number> = {
  'JSS 1': 95_000,
  'JSS 2': 95_000,
  'JSS 3': 105_000,
  'SS 1': 120_000,
  'SS 2': 120_000,
  'SS 3': 135_000,
};

const schoolFees: FeePlan[] = Object.entries(tuition).map(([name, naira]) => ({
  title: `First Term fees, ${name}`,
  classes: [name],
  particulars: [
    { name: 'Tuition', category: 'Tuition', naira },
    { name: 'Development levy', category: 'Levies', naira: 10_000 },
    { name: 'PTA levy', category: 'Levies', naira: 3_500 },
    { name: 'Examinations', category: 'Examinations', naira: name === 'SS 3' ? 12_500 : 6_000 },
    { name: 'School bus', category: 'Transport', naira: 32_000, isOptional: true },
    { name: 'School lunch', category: 'Boarding', naira: 28_000, isOptional: true },
  ],
  instalments: term,
}));

const collegeFees: FeePlan[] = ['NDCS', 'NDBA'].flatMap((program) =>
  [1, 2].map((level) => ({
    title: `First Semester fees, ND ${level} ${program === 'NDCS' ? 'Computer Science' : 'Business Administration'}`,
    classes: [`${program} ND ${level}`],
    particulars: [
      { name: 'Tuition', category: 'Tuition', naira: program === 'NDCS' ? 84_000 : 72_000 },
      { name: 'Examinations', category: 'Examinations', naira: 8_500 },
      { name: 'ICT levy', category: 'Levies', naira: program === 'NDCS' ? 12_000 : 6_000 },
      { name: 'Hostel', category: 'Boarding', naira: 45_000, isOptional: true },
    ],
    instalments: [{ dueOn: '2026-10-09', percent: 7000 }, { dueOn: '2026-11-13' }],
  })),
);

/** Once there are families, whose children get a discount. */
export const steps: DemoStep[] = [
  {
    place: 100,
    async load(tx, { school, college }) {
      await insertFees(tx, school, schoolFees, chanceFrom(4211));
      await insertFees(tx, college, collegeFees, chanceFrom(4212));
    },
  },
];

/** Sets up the fees of the current term, with discounts, and bills everybody on its first day. */
async function insertFees(tx: Tx, institution: DemoInstitution, plans: FeePlan[], chance: Chance) {
  const { id: institutionId, sessions } = institution;
  const [term] = await tx
    .select({ id: terms.id, sessionId: terms.sessionId, startsOn: terms.startsOn })
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.isCurrent, true)));
  const classIds = await classesOf(tx, institution, sessions.at(-1)!.name);
  const schemes = await insertSchemes(tx, institution);
  const categories = await tx
    .select({ id: feeCategories.id, name: feeCategories.name })
    .from(feeCategories)
    .where(eq(feeCategories.institutionId, institutionId));
  const categoryOf = (name: string) => categories.find((category) => category.name === name)!.id;
  for (const plan of plans) {
    const [fee] = await tx
      .insert(fees)
      .values({
        institutionId,
        sessionId: term!.sessionId,
        termId: term!.id,
        title: plan.title,
        categoryId: categoryOf('Tuition'),
        createdAt: new Date(`${term!.startsOn}T08:00:00Z`),
        fineHow: 'once',
        fineAmount: 250_000,
        fineGraceDays: 21,
      })
      .returning({ id: fees.id, institutionId: fees.institutionId, sessionId: fees.sessionId });
    const of = { institutionId, feeId: fee!.id };
    const made = await tx
      .insert(feeParticulars)
      .values(
        plan.particulars.map(({ name, category, naira, isOptional }, at) => ({
          ...of,
          position: at + 1,
          name,
          categoryId: categoryOf(category),
          amount: naira * 100,
          isOptional,
        })),
      )
      .returning({ id: feeParticulars.id, isOptional: feeParticulars.isOptional });
    await tx.insert(feeInstalments).values(plan.instalments.map((row, at) => ({ ...of, position: at + 1, ...row })));
    await tx
      .insert(feeAudience)
      .values(plan.classes.map((name) => ({ ...of, kind: 'class' as const, classId: classIds.get(name)! })));
    await tx.insert(feeDiscounts).values(schemes.map((schemeId, at) => ({ ...of, position: at + 1, schemeId })));
    const students = await studentsFor(tx, audienceOf({ ...fee!, sessionId: fee!.sessionId! }));
    const riders = students.filter(() => chance.often(22));
    const particularId = made.find(({ isOptional }) => isOptional)?.id;
    if (particularId && riders.length)
      await tx.insert(feeChoices).values(riders.map(({ studentId }) => ({ institutionId, particularId, studentId })));
    const ids = students.map(({ studentId }) => studentId);
    const drafts = await draftBills(tx, institutionId, fee!.id, ids, term!.startsOn);
    await issueInvoices(tx, systemActor(institutionId, 'Demonstration'), institutionId, drafts);
    // Chosen after the bills went out: proposals to bill.
    const late = made.filter(({ isOptional }) => isOptional)[1];
    const eaters = late ? ids.filter((_, at) => at % 12 === 5) : [];
    if (eaters.length)
      await tx
        .insert(feeChoices)
        .values(eaters.map((studentId) => ({ institutionId, particularId: late!.id, studentId })));
  }
}

/** The ids of classes by the keys of the plan. */
async function classesOf(tx: Tx, { id, batches }: DemoInstitution, session: string) {
  const rows = await tx
    .select({ id: classes.id, batchId: sql<number>`b.id` })
    .from(classes)
    .innerJoin(sql`batches b`, sql`b.institution_id = ${classes.institutionId} and b.class_id = ${classes.id}`)
    .where(eq(classes.institutionId, id));
  const own = batches.filter((batch) => batch.session === session);
  return new Map(own.map((batch) => [batch.class, rows.find(({ batchId }) => Number(batchId) === batch.id)!.id]));
}

/** Siblings, children of employees, and a scholarship for three students. */
async function insertSchemes(tx: Tx, { id: institutionId, students }: DemoInstitution): Promise<number[]> {
  const made = await tx
    .insert(discountSchemes)
    .values([
      { institutionId, name: 'Second child', percent: 500, who: 'sibling', childFrom: 2 },
      { institutionId, name: 'Third child', percent: 1000, who: 'sibling', childFrom: 3 },
      { institutionId, name: 'Staff child', percent: 5000, who: 'staff_child' },
      { institutionId, name: 'Founders’ scholarship', percent: 10_000, who: 'named', isScholarship: true },
    ])
    .returning({ id: discountSchemes.id });
  const enrolled = students.filter(({ path }) => path.status === 'active' && path.present && !path.present.outcome);
  await tx.insert(discountStudents).values(
    [17, 71, 133].map((at) => ({
      institutionId,
      schemeId: made[3]!.id,
      studentId: enrolled[at % enrolled.length]!.id,
      until: '2027-07-31',
      note: 'Best entrance examination',
    })),
  );
  return made.map(({ id }) => id);
}
