import type pg from 'pg';
import { quoted } from '../backup/tables.ts';

/** Where a table waits while its partitions are filled, in one transaction. */
export const aside = 'akada_turning';

/** A schema for each partition: in it tables, indexes and constraints have the names that errors and triggers are known by. */
export const schemaOf = (at: number) => `akada_part_${String(at).padStart(2, '0')}`;

/** What PostgreSQL says about one table, as the statements that make it again. */
export interface Definition {
  name: string;
  columns: string[];
  storage: string | null;
  /** Keys and indexes: built once the rows are there. */
  keys: string[];
  indexes: string[];
  /** To other tables, to itself, and from others. */
  keysTo: string[];
  keysToItself: string[];
  keysFrom: { table: string; name: string; statement: string }[];
  sequences: { column: string; name: string; last: string; isCalled: boolean }[];
  /** Statistics, triggers, policies, rights, owner and comments. */
  rest: string[];
}

/** Statements that each query of a table's catalogues answers with; $1 is the table, and names are read in `public`. */
const keysOf = (condition: string) =>
  `select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as statement
   from pg_constraint k where k.conparentid = 0 and ${condition} order by k.contype, k.conname`;

const statements = {
  keys: keysOf(`k.conrelid = $1 and k.contype in ('p', 'u', 'x')`),
  indexes: `select pg_get_indexdef(i.indexrelid) as statement from pg_index i where i.indrelid = $1
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = $1) order by 1`,
  keysTo: keysOf(`k.conrelid = $1 and k.contype = 'f' and k.confrelid <> $1`),
  keysToItself: keysOf(`k.conrelid = $1 and k.contype = 'f' and k.confrelid = $1`),
};

const statistics = `
  select pg_get_statisticsobjdef(oid) as statement from pg_statistic_ext where stxrelid = $1
  union all select format('alter table %s alter column %I set statistics %s', $1, attname, attstattarget)
    from pg_attribute where attrelid = $1 and attnum > 0 and attstattarget >= 0
  union all select format('alter table %s alter column %I set (%s)', $1, attname, array_to_string(attoptions, ', '))
    from pg_attribute where attrelid = $1 and attnum > 0 and attoptions is not null`;

const triggers = `
  select unnest(array[pg_get_triggerdef(t.oid), case t.tgenabled when 'O' then null
    else format('alter table %s %s trigger %I', $1, case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, t.tgname) end]) as statement
  from pg_trigger t where t.tgrelid = $1 and not t.tgisinternal`;

const policies = `
  select format('create policy %I on %s as %s for %s to %s', polname, $1, case when polpermissive then 'permissive' else 'restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ') from unnest(polroles) role))
    || coalesce(' using (' || pg_get_expr(polqual, polrelid) || ')', '')
    || coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') as statement
  from pg_policy where polrelid = $1
  union all select format('alter table %s enable row level security', $1) from pg_class where oid = $1 and relrowsecurity
  union all select format('alter table %s force row level security', $1) from pg_class where oid = $1 and relforcerowsecurity`;

const comments = `
  select format('comment on %s is %L', target, d.description) as statement from pg_description d cross join lateral (
    select format('table %s', $1) as target where d.classoid = 'pg_class'::regclass and d.objoid = $1 and d.objsubid = 0
    union all select format('index %s', d.objoid::regclass) from pg_index i where d.classoid = 'pg_class'::regclass and (i.indexrelid, i.indrelid) = (d.objoid, $1)
    union all select format('constraint %I on %s', conname, $1) from pg_constraint where d.classoid = 'pg_constraint'::regclass and oid = d.objoid and conrelid = $1
    union all select format('trigger %I on %s', tgname, $1) from pg_trigger where d.classoid = 'pg_trigger'::regclass and oid = d.objoid and tgrelid = $1
    union all select format('policy %I on %s', polname, $1) from pg_policy where d.classoid = 'pg_policy'::regclass and oid = d.objoid and polrelid = $1) t`;

/** The owner and the rights of a table or view ($1), also those to single columns, as they are and no others. */
const rights = `
  select format('alter table %s owner to %I', $1, pg_get_userbyid(relowner)) as statement from pg_class where oid = $1
  union all select format('revoke all on %s from public, %I', $1, pg_get_userbyid(relowner)) from pg_class where oid = $1 and relacl is not null
  union all select format('grant %s on %s to %s%s', privileges, $1, who, given) from (
    select string_agg(a.privilege_type, ', ') as privileges, min(a.at) as at, case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as who,
      case when a.is_grantable and a.grantee <> relowner then ' with grant option' else '' end as given
    from pg_class, aclexplode(relacl) with ordinality a (grantor, grantee, privilege_type, is_grantable, at) where oid = $1
    group by a.grantee, 4 order by 2) g
  union all select format('grant %s (%I) on %s to %s', a.privilege_type, attname, $1, case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
    from pg_attribute, aclexplode(attacl) a where attrelid = $1 and attnum > 0`;

const list = async (client: pg.Client, text: string, oid: string) =>
  (await client.query<{ statement: string | null }>(text.replaceAll('$1', `${oid}::regclass`))).rows.flatMap(
    ({ statement }) => statement ?? [],
  );

/** Reads the table `name` of the schema public; the statements name it so, wherever it is when they run. */
export async function readDefinition(client: pg.Client, name: string): Promise<Definition> {
  const { rows: found } = await client.query<{ oid: string; storage: string | null; columns: string[] }>(
    `select c.oid::text as oid, (select string_agg(o, ', ') from (
         select unnest(c.reloptions) union all select 'toast.' || unnest(t.reloptions) from pg_class t where t.oid = c.reltoastrelid) o (o)) as storage,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c where c.oid = $1::regclass`,
    [`public.${quoted(name)}`],
  );
  const { oid, storage, columns } = found[0]!;
  const { rows: keysFrom } = await client.query<Definition['keysFrom'][number]>(
    `select k.conrelid::regclass::text as table, k.conname as name,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as statement
     from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.confrelid = $1 and k.conrelid <> $1 order by 1, 2`,
    [oid],
  );
  return {
    name,
    columns,
    storage,
    keys: await list(client, statements.keys, oid),
    indexes: await list(client, statements.indexes, oid),
    keysTo: await list(client, statements.keysTo, oid),
    keysToItself: await list(client, statements.keysToItself, oid),
    keysFrom,
    sequences: await readSequences(client, oid),
    rest: [
      ...(await list(client, statistics, oid)),
      ...(await list(client, triggers, oid)),
      ...(await list(client, policies, oid)),
      ...(await list(client, rights, oid)),
      ...(await list(client, comments, oid)),
    ],
  };
}

async function readSequences(client: pg.Client, oid: string): Promise<Definition['sequences']> {
  const { rows } = await client.query<{ column: string; name: string }>(
    `select a.attname as column, s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
       join pg_attribute a on (a.attrelid, a.attnum) = (d.refobjid, d.refobjsubid) and a.attidentity <> ''
     where d.refobjid = $1::oid and d.deptype = 'i'`,
    [oid],
  );
  const sequences: Definition['sequences'] = [];
  for (const { column, name } of rows) {
    const { rows: state } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push({ column, name, ...state[0]! });
  }
  return sequences;
}

/** A view or function that uses the table, and so must go before it and come back after it. */
export interface Dependant {
  drop: string;
  make: string[];
}

/** All of them, those first that others use. */
export async function readDependants(client: pg.Client, name: string): Promise<Dependant[]> {
  const { rows } = await client.query<{ isView: boolean; oid: string }>(
    `with recursive users (class, oid, depth) as (
       select 'pg_class'::regclass::oid, $1::regclass::oid, 0
       union select case when v.oid is null then d.classid else 'pg_class'::regclass end, coalesce(v.oid, d.objid), u.depth + 1
       from users u left join pg_type t on u.class = 'pg_class'::regclass and t.typrelid = u.oid
         join pg_depend d on (d.refclassid, d.refobjid) = (u.class, u.oid)
           or d.refclassid = 'pg_type'::regclass and d.refobjid in (t.oid, t.typarray)
         left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
         left join pg_class v on v.oid = r.ev_class and v.oid <> u.oid
       where d.classid = 'pg_proc'::regclass or v.oid is not null)
     select class = 'pg_class'::regclass as "isView", oid::text as oid from users where depth > 0
     group by class, oid order by max(depth), oid`,
    [`public.${quoted(name)}`],
  );
  const dependants: Dependant[] = [];
  for (const { isView, oid } of rows)
    dependants.push(await (isView ? readView(client, oid) : readRoutine(client, oid)));
  return dependants;
}

async function readView(client: pg.Client, oid: string): Promise<Dependant> {
  const { rows } = await client.query<{ view: string; make: string; comment: string | null }>(
    `select c.oid::regclass::text as view, format('create view %s %s as %s', c.oid::regclass,
         'with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)) as make,
       format('comment on view %s is %L', c.oid::regclass, obj_description(c.oid, 'pg_class')) as comment
     from pg_class c where c.oid = $1`,
    [oid],
  );
  const { view, make, comment } = rows[0]!;
  const granted = await list(client, rights, oid);
  return { drop: `drop view ${view}`, make: [make, ...granted, ...(comment?.endsWith(' is NULL') ? [] : [comment!])] };
}

async function readRoutine(client: pg.Client, oid: string): Promise<Dependant> {
  const { rows } = await client.query<{ routine: string; make: string; then: string[] }>(
    `select p.oid::regprocedure::text as routine, pg_get_functiondef(p.oid) as make, array(
       select format('alter routine %s owner to %I', p.oid::regprocedure, pg_get_userbyid(p.proowner))
       union all select format('revoke all on routine %s from public, %I', p.oid::regprocedure, pg_get_userbyid(p.proowner)) where p.proacl is not null
       union all select format('grant execute on routine %s to %s', p.oid::regprocedure, case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
         from aclexplode(p.proacl) a
       union all select format('comment on routine %s is %L', p.oid::regprocedure, d) from obj_description(p.oid, 'pg_proc') d where d is not null) as then
     from pg_proc p where p.oid = $1`,
    [oid],
  );
  const { routine, make, then } = rows[0]!;
  return { drop: `drop routine ${routine}`, make: [make, ...then] };
}
