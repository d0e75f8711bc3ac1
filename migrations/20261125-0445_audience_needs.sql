/*
 * What the choice of its recipients reveals of them, as permissions with a space between two, like needs: who owes money,
 * who has a religion, whose results are good. Users who hold all of them see who the recipients are.
 */
alter table messages add column audience_needs text;
create index messages_revealing on messages (institution_id, id) where audience_needs is not null;

/* Of earlier messages: by the filters of their rules. A name that can't be read, or a group that is gone, reveals everything. */
alter table messages no force row level security;
alter table message_groups no force row level security;
with rules as (
  select m.institution_id, m.id, r.rule, false as is_gone
  from messages m cross join lateral jsonb_array_elements(m.audience -> 'by') r (rule)
  where jsonb_typeof(m.audience -> 'by') = 'array' and r.rule ->> 'kind' <> 'group'
  union all
  select m.institution_id, m.id, r.rule, g.id is null
  from messages m
  cross join lateral jsonb_array_elements(m.audience -> 'by') chosen (rule)
  cross join lateral jsonb_array_elements_text(chosen.rule -> 'ids') wanted (id)
  left join message_groups g on g.institution_id = m.institution_id and g.id = wanted.id::bigint
  left join lateral jsonb_array_elements(g.audience -> 'by') r (rule) on true
  where jsonb_typeof(m.audience -> 'by') = 'array' and chosen.rule ->> 'kind' = 'group'),
revealed as (
  select institution_id, id, string_agg(distinct permission, ' ' order by permission) as needs
  from rules
  cross join lateral (select coalesce(rule ->> 'query', '') as query, rule ->> 'people' as people,
    is_gone or rule ->> 'query' ~ '(^|&)[^=&]*%' as is_unclear) q
  cross join lateral (values
    ('fees.view', is_gone or rule ->> 'kind' = 'debtors'),
    ('results.view', is_unclear or people = 'students'
      and query ~ '(^|&)((average|cumulative|cgpa|position|designation|promotion)=|sort=-?(average|cumulative|cgpa|position|designation|promotion)(&|$))'),
    ('students.viewReligion', is_unclear or people = 'students' and query ~ '(^|&)religion='),
    ('students.viewPrivate', is_unclear or people in ('students', 'guardians') and query ~ '(^|&)papers='),
    ('employees.viewPrivate', is_unclear or people = 'employees' and query ~ '(^|&)papers=')) p (permission, reveals)
  where reveals
  group by institution_id, id)
update messages m set audience_needs = r.needs from revealed r where (m.institution_id, m.id) = (r.institution_id, r.id);
alter table messages force row level security;
alter table message_groups force row level security;
