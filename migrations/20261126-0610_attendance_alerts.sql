/* Besides absent and late: that a guardian was told that an absence was marked by mistake. */
alter table attendance_alerts drop constraint attendance_alerts_kind_check;
alter table attendance_alerts add constraint attendance_alerts_kind_check check (kind in ('absent', 'late', 'corrected'));
create index on attendance_alerts (institution_id, on_date, kind);
create index on attendance_marks (institution_id, on_date) where kind in ('absent', 'late');

/* Institutions that take registers: those that took one in the last fifteen days. */
create function akada_taking_registers() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id from institutions i
  where exists (select from attendance_registers r where r.institution_id = i.id and r.on_date >= current_date - 15)
  order by i.id
$$;
alter function akada_taking_registers() owner to akada_gate;
revoke all on function akada_taking_registers() from public;
grant execute on function akada_taking_registers() to akada_app;
grant select on attendance_registers to akada_gate;
