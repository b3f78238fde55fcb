/** What takes back each migration of PostgreSQL, by its number. What a migration before it drops is not in its text. */
const UNDO: Readonly<Record<number, (schema: string) => string>> = {
  3: (schema) =>
    `alter table ${schema}.state drop column retention_days; alter table ${schema}.migrations drop column breaks`,
  4: (schema) => `drop table ${schema}.loss_sums, ${schema}.page_counts, ${schema}.cohorts, ${schema}.uncounted;
    drop function ${schema}.page_changed() cascade`,
  5: (schema) => `drop index ${schema}.cohorts_md5_idx;
    create unique index on ${schema}.cohorts (md5(app || chr(31) || engine || chr(31) || destination || chr(31) || release))`,
  6: (
    schema,
  ) => `drop view ${schema}.events, ${schema}.flag_values; drop function ${schema}.part_of(text, text), ${schema}.flag_values_in(text), ${schema}.facts_in(text);
    alter table ${schema}.event drop column flag_set; drop table ${schema}.flag_set_values, ${schema}.flag_sets; drop function ${schema}.flag_set_added()`,
}

/** The SQL that makes the tables those of a version that knew only the first `count` migrations. */
export const olderTables = (schema: string, count: number): string =>
  [
    ...Object.entries(UNDO)
      .reverse()
      .filter(([number]) => Number(number) > count)
      .map(([, undo]) => undo(schema)),
    `delete from ${schema}.migrations where number > ${count}`,
  ].join(';\n')
