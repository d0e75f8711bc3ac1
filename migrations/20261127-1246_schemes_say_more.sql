/*
 * What handbooks say beyond a total and its grade. Versions of schemes from before don't say it: graded, with two decimals,
 * rounded.
 */
alter table assessment_schemes
  -- Courses are passed or failed alone: they earn units, and have no part in averages, points and positions.
  add pass_fail boolean not null default false;
