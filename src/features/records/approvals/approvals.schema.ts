import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { pick } from '#kernel/database.ts';
import { accountNameIn } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { isFamilyOf } from '#kernel/own-family/own-family.ts';
import { bytes, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import { isInHandsOf } from './deciders.ts';

export const outcomes = ['approved', 'declined', 'withdrawn', 'completed', 'expired'] as const;
export type Outcome = (typeof outcomes)[number];

export const approvals = pgTable('approvals', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().notNull(),
  subjectType: text().notNull(),
  subjectId: bigint({ mode: 'number' }).notNull(),
  about: text().notNull(),
  payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Students, employees and guardians: their family does not decide. */
  concerns: jsonb().$type<{ kind: string; key: string }[]>().notNull().default([]),
  summary: text().notNull(),
  permission: text().notNull(),
  /** Permissions whose holders can stop it while it waits for want of a second person. */
  objectors: text().array().notNull().default([]),
  askedBy: bigint({ mode: 'number' }).notNull(),
  askedAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  waitsUntil: moment(),
  outcome: text().$type<Outcome>(),
  decidedBy: rowId(),
  decidedAt: moment(),
  reason: text(),
});

/** What a request wants to save, with its secrets; gone when the request ends. */
export const pendingChanges = pgTable('pending_changes', {
  institutionId: institutionId(),
  approvalId: rowId().notNull(),
  sealed: bytes().notNull(),
});

export const iso = (moment: SQL | AnyColumn) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Employees whose account has made the request: another account of one of them is the same person. */
export const employeesOf = (request: SQL): SQL<number[]> =>
  sql<number[]>`array(select m.employee_id::bigint from memberships m where m.institution_id = ${request}.institution_id
    and m.account_id = ${request}.asked_by and m.employee_id is not null)`;

/** What `mayDecide` asks about, with whether the requester's waiting period is over. */
export const decisionColumnsFor = ({ accountId }: Actor) => ({
  institutionId: approvals.institutionId,
  permission: approvals.permission,
  askedBy: approvals.askedBy,
  askerEmployees: employeesOf(sql`approvals`),
  subjectType: approvals.subjectType,
  subjectId: approvals.subjectId,
  isWaitOver: requestColumns.isWaitOver,
  isOfFamily: isFamilyOf(sql`${accountId}::bigint`, sql`approvals.institution_id`, sql`approvals.concerns`),
  isInAskersHands: isInHandsOf(sql`${accountId}::bigint`, sql`approvals.asked_by`, sql`approvals.institution_id`),
});

/** With what decides whether the reader may approve it. */
export const requestColumnsFor = (actor: Actor) => ({ ...requestColumns, ...decisionColumnsFor(actor) });

/** The columns needed to show, decide or end a request. */
export const requestColumns = {
  ...pick(approvals, 'institutionId', 'id', 'kind', 'subjectType', 'subjectId', 'payload', 'summary', 'permission'),
  ...pick(approvals, 'concerns', 'objectors', 'askedBy'),
  asker: accountNameIn(sql`approvals.asked_by`),
  askerEmployees: employeesOf(sql`approvals`),
  waitsUntil: sql<string | null>`${iso(approvals.waitsUntil)}`,
  isWaitOver: sql<boolean>`coalesce(${approvals.waitsUntil} <= now(), false)`,
  isExpired: sql<boolean>`${approvals.expiresAt} <= now()`,
};
