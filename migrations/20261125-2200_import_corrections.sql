/*
 * What the person corrects of a file before it is imported: values that mean another one (“07.1” is JSS 1 A), and single
 * cells. The first rows as they will be saved, and how many are new, are kept with the import until it is emptied.
 */
alter table imports
  add column corrections jsonb not null default '{}',
  add column preview jsonb not null default '{}',
  add column counts jsonb not null default '{}';
-- Whose row it is: a name as the file writes it.
alter table import_problems add column who text;

/* Values of earlier files and what they mean, for the next file of the same kind. */
create table import_words (
  institution_id int not null references institutions,
  kind text not null,
  field text not null check (length(field) <= 60),
  -- Normalised, for comparison.
  word text not null check (length(word) <= 200),
  shown text not null check (length(shown) <= 200),
  -- Blank: the cell is not imported.
  means text not null check (length(means) <= 300),
  primary key (institution_id, kind, field, word)
);
select akada_institution_table('import_words');

/* As before, and the corrections and the preview go with the file. */
create or replace function akada_tidy_imports(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with ended as (
    select i.institution_id, i.id from imports i
    where i.state not in ('checking', 'running', 'undoing')
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)),
  changes as (
    delete from import_changes c using ended where (c.institution_id, c.import_id) = (ended.institution_id, ended.id)),
  old as (
    select i.institution_id, i.id, i.file_id, f.name
    from imports i join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
    where i.emptied_at is null and i.state not in ('checking', 'running', 'undoing')
      and i.created_at < now() - make_interval(days => $1)
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)
    for update of i),
  problems as (
    delete from import_problems p using old where (p.institution_id, p.import_id) = (old.institution_id, old.id)),
  emptied as (
    update imports i set file_id = null, file_name = old.name, emptied_at = now(),
      state = case when i.state in ('uploaded', 'checked') then 'cancelled' else i.state end,
      finished_at = coalesce(i.finished_at, now()),
      format = jsonb_set(i.format, '{columns}', '[]'), mapping = '[]',
      corrections = '{}', preview = '{}', counts = i.counts - 'replaced'
    from old where (i.institution_id, i.id) = (old.institution_id, old.id))
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
