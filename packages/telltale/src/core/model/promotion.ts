/** Where a build of the application is on its way to its users. */
export type Promotion = 'production' | 'staging' | 'sandbox'

/** All promotion levels. The specification's §3. */
export const PROMOTIONS: readonly Promotion[] = ['production', 'staging', 'sandbox']

/** A text for all promotion levels, or one for each. */
export type PerLevel = string | Readonly<Record<Promotion, string>>
