import { formatDay, today } from '#kernel/dates.ts';
import { count, countOf, dateTimeText, money } from '#ui/format.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { PinOnSale } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import type { VisibleIntake } from './open-intakes.queries.ts';
import type { ApplyIntake, ApplyPin, ApplyProgram } from './public.pages.ts';

export interface Shown {
  programs: ApplyProgram[];
  later: string[];
}

interface School {
  currency: string;
  timeZone: string;
}

/** What every visitor of the start page sees of the intakes: made once for all of them. */
export function shownIntakes(all: VisibleIntake[], pins: ReadonlyMap<number, ApplyPin[]>, school: School): Shown {
  const open = all.filter(({ isOpen }) => isOpen);
  const programs = [...new Set(open.map(({ programId }) => programId))].map((programId): ApplyProgram => {
    const intakes = open.filter((intake) => intake.programId === programId);
    const requiresPin = intakes.some((intake) => intake.requiresPin);
    return {
      id: String(programId),
      label: programLabel({ name: intakes[0]!.program, requiresPin }),
      intakes: intakes.map((intake) => shownIntake(intake, school)),
      pins: pins.get(programId) ?? [],
    };
  });
  const later = all
    .filter(({ isOpen }) => !isOpen)
    .map((intake) => `${intake.program} ${intake.session} opens on ${dateTimeText(intake.opensAt, school.timeZone)}.`);
  return { programs: programs.toSorted((a, b) => a.label.localeCompare(b.label, 'en')), later };
}

/** What an intake offers and asks, in words. */
export function intakeFacts(intake: VisibleIntake, { currency, timeZone }: School) {
  const { applicationFee, classes, closesAt, opensAt } = intake;
  const facts: [string, string | null][] = [
    ['Session', intake.session],
    ['Open', `${formatDay(today(timeZone, new Date(opensAt)))} to ${dateTimeText(closesAt, timeZone)}`],
    ['Seats', seatsOf(classes)],
    ['Age', ageOf(intake)],
    ['Application fee', applicationFee ? money(applicationFee, currency) : 'None'],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

function shownIntake(intake: VisibleIntake, school: School): ApplyIntake {
  const { classes } = intake;
  return {
    sessionId: String(intake.sessionId),
    session: intake.session,
    facts: intakeFacts(intake, school),
    introduction: intake.introduction,
    classes: classes.map(({ id, name, left }) => ({
      value: String(id),
      label: left === null ? name : `${name} (${left > 0 ? `${countOf(left, 'seat')} left` : 'no seats left'})`,
      isFull: left !== null && left <= 0,
    })),
    batches: intake.batches.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

function seatsOf(classes: VisibleIntake['classes']): string | null {
  const limited = classes.filter(({ seats }) => seats !== null);
  if (!limited.length) return null;
  return limited
    .map(
      ({ name, seats, left }) =>
        `${limited.length > 1 ? `${name}: ` : ''}${count(seats!)}, ${count(Math.max(0, left!))} left`,
    )
    .join('; ');
}

function ageOf({ ageOn, maximumAge, minimumAge }: VisibleIntake): string | null {
  const on = ` on ${formatDay(ageOn)}`;
  if (minimumAge !== null && maximumAge !== null) return `${minimumAge} to ${countOf(maximumAge, 'year')}${on}`;
  if (minimumAge !== null) return `From ${countOf(minimumAge, 'year')}${on}`;
  return maximumAge === null ? null : `Up to ${countOf(maximumAge, 'year')}${on}`;
}

/** A kind of pin on sale, in words. */
export const shownPin = ({
  kindId,
  currency,
  mostPerOrder,
  name,
  price,
  soldAt,
  stock,
  validity,
}: PinOnSale): ApplyPin => ({
  kindId: String(kindId),
  name,
  price: money(price, currency),
  validity,
  soldAt,
  stock: stock === 0 ? 'sold out online' : `${stock >= 100 ? 'more than 100' : count(stock)} left`,
  isSoldOut: stock === 0,
  most: Math.min(mostPerOrder, Math.max(1, stock)),
});
