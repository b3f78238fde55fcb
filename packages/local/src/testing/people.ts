/** Contexts and tokens of some of the sample users. */
export const DANA = {
  kind: 'user',
  key: 'stonebridge-civil:1042',
  company_id: 'stonebridge-civil',
  email_address: 'dana.whitfield@stonebridge-civil.example',
}
export const PRIYA = { kind: 'user', key: 'northgate-events:3305', company_id: 'northgate-events' }
export const DANA_TOKEN = '6f1c2a58-0d3e-4b7a-9c41-5e8f7a2b1d01'
export const PRIYA_TOKEN = 'f8e0a375-6b4d-4192-93ce-18d75b0a2c05'

export const ENVIRONMENT = 'rental-desk-local'

export function encoded(context: unknown): string {
  return Buffer.from(JSON.stringify(context)).toString('base64url')
}
