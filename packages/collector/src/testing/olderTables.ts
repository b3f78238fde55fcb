/** The oldest tables that can be made have run so many migrations. */
export const OLDEST = 2

/** The migrations after them that can be run again over what they have made, and why. */
export const NOTHING_TO_UNDO: Readonly<Record<number, string>> = {
  8: 'It replaces a function by one that says the same of older tables.',
}

/** By the number of a migration of PostgreSQL, what takes it back. */
const UNDO: Readonly<Record<number, (schema: string) => string>> = {
  3: (schema) =>
    `alter table ${schema}.state drop column retention_days; alter table ${schema}.migrations drop column breaks;`,
  4: (schema) => `drop table ${schema}.loss_sums, ${schema}.page_counts, ${schema}.cohorts, ${schema}.uncounted;
    drop function ${schema}.page_changed() cascade;`,
  5: (schema) => `drop index ${schema}.cohorts_md5_idx;
    create unique index on ${schema}.cohorts (md5(app || chr(31) || engine || chr(31) || destination || chr(31) || release));`,
  6: (schema) => `drop function ${schema}.erasure_done() cascade;
    alter table ${schema}.tombstones drop column subject, drop column is_done, drop column added_at;`,
  7: (schema) => `drop view ${schema}.events, ${schema}.flag_values; alter table ${schema}.event drop column flag_set;
    drop function ${schema}.part_of(text, text), ${schema}.flag_values_in(text), ${schema}.facts_in(text);
    drop table ${schema}.flag_set_values, ${schema}.flag_sets; drop function ${schema}.flag_set_added();`,
  9: (schema) => `drop view ${schema}.exposures;`,
  10: (schema) => `alter table ${schema}.state drop column consent_retention_days;`,
  11: (schema) => `alter table ${schema}.erasures drop column keeps_consents;`,
}

/** The SQL text that makes tables those of an older version, which has run this many migrations. */
export function olderTables(schema: string, migrations: number): string {
  if (migrations < OLDEST) throw new Error(`The oldest tables have run ${OLDEST} migrations.`)
  return [
    ...Object.entries(UNDO)
      .filter(([number]) => Number(number) > migrations)
      .sort(([one], [other]) => Number(other) - Number(one))
      .map(([, undo]) => undo(schema)),
    `delete from ${schema}.migrations where number > ${migrations}`,
  ].join('\n')
}
