import type { SampleUser } from './sampleUsers.ts'

/** The user's company, and who is behind an impersonated one. */
export function companyLine({ company_name: company, mimic_user: impersonator }: SampleUser['identity']): string {
  return impersonator === undefined ? company : `${company}, seen by ${impersonator.split('@')[0]}`
}
