-- Area: kernel
/*
 * Each write asks for the family. Its steps take a list each, for which PostgreSQL made a plan at each call: four fifths
 * of a millisecond, where the steps themselves take a twentieth. Each is an index lookup, whatever the list.
 */
alter function akada_own_family(bigint, int) set plan_cache_mode = force_generic_plan;
