/**
 * Names may contain the character by which the index joins them, so that two cohorts can be one in it: it must not be unique. The names
 * themselves decide, and only one collector makes cohorts at a time. Collectors of an older version compare the names, too. Pages of a
 * cohort that was not found are counted again.
 */
export function exactCohorts(schema: string): string {
  return `
drop index ${schema}.cohorts_md5_idx;
create index on ${schema}.cohorts (md5(app || chr(31) || engine || chr(31) || destination || chr(31) || release));
insert into ${schema}.uncounted (page) select page from ${schema}.page_counts where cohort = 0 on conflict do nothing;
`
}
