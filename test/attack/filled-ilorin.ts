import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { codeHash } from '#features/admission/admissions/resume-code.ts';
import { orderCode } from '#features/online/orders/order-code.ts';
import { fillAdmissions } from '#test/harness/filled-admissions.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { fillMoney } from '#test/harness/filled-money.ts';
import { fillOnline } from '#test/harness/filled-online.ts';
import { fillPins } from '#test/harness/filled-pins.ts';
import { fillPromotion } from '#test/harness/filled-promotion.ts';
import { fillRegistration } from '#test/harness/filled-registration.ts';
import { fillTimetable } from '#test/harness/filled-timetable.ts';
import { openSchoolDays } from '#test/harness/school-days.ts';
import { secret } from './open-app.ts';

/** One record of each kind, and doors for visitors; answers the codes that open an application and an order. */
export async function fillIlorin(tx: Tx, institutionId: number, accountId: number): Promise<string[]> {
  await openSchoolDays(tx, institutionId);
  await fillTimetable(tx, institutionId);
  await fillMoney(tx, institutionId, 'Obi');
  await fillOnline(tx, institutionId, accountId);
  await fillAdmissions(tx, institutionId, 'Bello');
  await fillPins(tx, institutionId, accountId, 'Bello');
  await stockPins(tx, institutionId);
  await fillAssessment(tx, institutionId, 'Obi');
  await fillPromotion(tx, institutionId);
  await fillRegistration(tx, institutionId);
  return openDoors(tx, institutionId);
}

/** The site is public, and an application is open; answers the codes of this application and of an order. */
async function openDoors(tx: Tx, institutionId: number): Promise<string[]> {
  await tx.execute(sql`insert into sites (institution_id, slug, is_published) values (${institutionId}, 'ilorin', true)
    on conflict (institution_id) do update set slug = excluded.slug, is_published = true`);
  await tx.execute(sql`update intakes set published_at = opens_at where institution_id = ${institutionId}`);
  const code = 'ZQZQ-ZQZQ-ZQZQ';
  await tx.execute(sql`insert into applications (institution_id, intake_id, class_id, code_hash, surname, first_name, phone)
    select institution_id, intake_id, class_id, ${codeHash(secret, institutionId, code)}::bytea, 'Bello', 'Applicant', '+2348030000198'
    from applications where institution_id = ${institutionId} order by id limit 1`);
  const [order] = await query<{ id: number }>(
    tx,
    sql`select id from orders where institution_id = ${institutionId} order by id limit 1`,
  );
  return [code, orderCode(secret, { institutionId, orderId: Number(order!.id) })];
}

/** Pins that strangers can order: sixty of each kind. */
async function stockPins(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`with kind as (update pin_kinds set is_on_sale = true where institution_id = ${institutionId} returning id),
    made as (insert into pins (institution_id, serial, batch_id, kind_id, is_card, expires_on)
      select p.institution_id, p.serial + n, p.batch_id, p.kind_id, false, p.expires_on from pins p, generate_series(1, 60) n
      where p.institution_id = ${institutionId} returning serial)
    update counters set value = value + 60 where institution_id = ${institutionId} and name = 'pin'`);
}
