/** The local services: `npx telltale dev`. */
export const services = process.env.NEXT_PUBLIC_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801'
