import { signedIn, signInsIn, type Door, type SignIn } from '#test/faults/clerk.ts';
import { findSchool } from '#test/faults/find-school.ts';
import type { Notes } from '#test/faults/notes.ts';
import { admitAndChange } from '#test/faults/work/admissions.ts';
import { applyAndAdmit, openAdmissions } from '#test/faults/work/applications.ts';
import { assignAndUndo } from '#test/faults/work/assignments.ts';
import type { Chance, Desk } from '#test/faults/work/desk.ts';
import { importRoster } from '#test/faults/work/imports.ts';
import { enterMarks, openCourse } from '#test/faults/work/marks.ts';
import { openRegisters, takeRegisters } from '#test/faults/work/registers.ts';
import { comeAndGo } from '#test/faults/work/sign-ins.ts';
import { billClasses } from '#test/faults/work/bills.ts';
import { correctResults, openCorrections } from '#test/faults/work/corrections.ts';
import { buyPins, openPinShop } from '#test/faults/work/orders.ts';
import { composeMessages } from '#test/faults/work/messages.ts';
import { openProvider, payOnline } from '#test/faults/work/online.ts';
import { openPromotion, promoteAndUndo } from '#test/faults/work/promotions.ts';
import { openRegistration, registerCourses } from '#test/faults/work/registrations.ts';
import { openPublications, publishSheet } from '#test/faults/work/publications.ts';
import { build } from '#test/faults/work/structure.ts';
import { takePayments } from '#test/faults/work/till.ts';

export type Office = Awaited<ReturnType<typeof openOffice>>;

const assigners = 2;

/** A school's office: its people are signed in and set to work whenever they are told. */
export async function openOffice(
  { ownerUrl, door, dataFolder }: { ownerUrl: string; door: Door; dataFolder: string },
  said: string,
  notes: Notes,
  chance: Chance,
) {
  const people = signInsIn(said);
  const person = (username: string): SignIn => {
    const found = people.find((one) => one.username === username);
    if (!found) throw new Error(`The first start shows no password of ${username}:\n${said}`);
    return found;
  };
  const school = await findSchool(ownerUrl);
  const provider = await openProvider({ ownerUrl, door, dataFolder }, school.institutionId);
  const enter = (username: string, desk: number) => signedIn(door, person(username), `192.0.2.${desk}`);
  const [
    importer,
    officer,
    builder,
    cashier,
    bursar,
    parent,
    admission,
    examiner,
    closer,
    principal,
    writer,
    ...others
  ] = await Promise.all([
    enter('registrar', 1),
    enter('registrar', 2),
    enter('owner', 3),
    enter('cashier', 7),
    enter('bursar', 8),
    enter('guardian', 9),
    enter('admission.officer', 6),
    enter('registrar', 5),
    enter('registrar', 20),
    enter('principal', 21),
    enter('registrar', 22),
    ...Array.from({ length: assigners }, (_, at) => enter('registrar', 10 + at)),
  ]);
  const visitors = ['registrar', 'teacher', 'bursar', 'cashier', 'principal'].map(person);
  let visits = 0;
  const nextAddress = () => {
    visits += 1;
    return `10.${Math.floor(visits / 65_536)}.${Math.floor(visits / 256) % 256}.${visits % 256}`;
  };

  const shop = await openPinShop(ownerUrl, school.institutionId, nextAddress);
  const course = await openCourse(ownerUrl, school.institutionId);
  const registers = await openRegisters(ownerUrl, school.institutionId);
  const admissions = await openAdmissions({ ownerUrl, door }, school.institutionId, nextAddress);
  const corrected = await openCorrections(ownerUrl, school.institutionId);
  const unpublished = await openPublications(ownerUrl, school.institutionId, course.address);
  const ending = await openPromotion(ownerUrl, school.institutionId);
  const period = await openRegistration(ownerUrl, school.institutionId, school.categoryId);

  return {
    school,
    people,
    importer: importer!,
    /** Everybody works until told that it is over; the promise ends when the last answer is in, or did not come. */
    work(prefix: string, isOver: () => boolean, rows = 300): Promise<unknown> {
      const desk = (clerk: Desk['clerk'], own: string): Desk => ({
        clerk,
        school,
        notes,
        chance,
        prefix: `${prefix}${own}`,
        isOver,
      });
      return Promise.all([
        ...others.map((clerk, at) =>
          assignAndUndo(
            desk(clerk, ''),
            school.studentIds.filter((id) => id % assigners === at),
          ),
        ),
        admitAndChange(desk(officer!, '')),
        buyPins(shop, provider, desk(parent!, '')),
        applyAndAdmit(admissions, desk(admission!, '')),
        composeMessages(desk(writer!, '')),
        enterMarks(course, desk(examiner!, '')),
        takeRegisters(registers, desk(closer!, '')),
        correctResults(corrected, principal!, desk(closer!, '')),
        publishSheet(unpublished, principal!, desk(closer!, '')),
        promoteAndUndo(ending, principal!, desk(closer!, '')),
        registerCourses(period, desk(examiner!, '')),
        build(desk(builder!, '')),
        takePayments(desk(cashier!, 'C')),
        takePayments(desk(bursar!, 'B')),
        billClasses(desk(bursar!, '')),
        payOnline(provider, desk(parent!, '')),
        comeAndGo({ notes, chance, isOver, school, prefix }, door, visitors, nextAddress),
        rows && importRoster(desk(importer!, ''), rows),
      ]);
    },
    roster: (prefix: string, isOver: () => boolean, rows: number) =>
      importRoster({ clerk: importer!, school, notes, chance, prefix, isOver }, rows),
  };
}
