-- Dashlets that show a saved graph.
alter table dashlets
  -- Null once the graph was deleted: the dashlet then says so.
  add column graph_id bigint,
  -- To the questions of the graph, by the place of their filter.
  add column answers jsonb check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 40000),
  add foreign key (institution_id, graph_id) references saved_reports on delete set null (graph_id),
  add check (kind = 'graph' or num_nonnulls(graph_id, answers) = 0);
create index on dashlets (institution_id, graph_id) where graph_id is not null;
