/* The search text of applications, for conditions that row-level security would check row by row. */
create view findable_applications as
  select institution_id, id, search_text from applications
  where institution_id = any ((select akada_institutions())::int[]);
alter view findable_applications owner to akada_gate;
grant select on findable_applications to akada_app;
