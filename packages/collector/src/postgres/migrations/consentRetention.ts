/** For how long decisions about consent are kept. A collector of an older version drops the days in which they are. */
export function consentRetention(schema: string): string {
  return `
alter table ${schema}.state add column consent_retention_days int check (consent_retention_days > 0);
comment on column ${schema}.state.consent_retention_days is 'Null: decisions about consent are kept until somebody deletes them.';
`
}
