/** Whether a deletion leaves the decisions about consent. A collector of an older version deletes them, too. */
export function keptConsents(schema: string): string {
  return `
alter table ${schema}.erasures add column keeps_consents boolean not null default false;
comment on column ${schema}.erasures.keeps_consents is 'Decisions about consent are left, and the sign-ins that say whose they are.';
`
}
