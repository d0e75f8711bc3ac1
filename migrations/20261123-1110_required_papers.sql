/* The list of applications counts missing papers row by row: which are required is worked out once an intake. */
create function akada_required_papers(papers jsonb) returns text[]
language sql immutable parallel safe
return array(select p ->> 'key' from jsonb_array_elements(papers) p where (p ->> 'isRequired')::boolean);
alter table intakes add column required_papers text[] not null generated always as (akada_required_papers(papers)) stored;
