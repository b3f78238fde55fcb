import type { Page } from '@playwright/test'

/** Chooses the fault of a service, as a user does, in the open view of faults. */
export async function breakService(page: Page, name: string, fault: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).selectOption(fault)
}
