/* The list of applications by score; those without one are last. */
create index applications_by_score on applications
  (institution_id, (10000000 - (coalesce(score, -1) * 100)::bigint), id) where status <> 'draft';
