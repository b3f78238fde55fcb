import { expect, type Locator } from '@playwright/test'

/**
 * Closes a dialog with Escape. A dialog is visible before it has the focus. Until then, the key goes to the control that opened it,
 * which may handle the key itself.
 */
export async function closeWithEscape(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((it) => it.contains(it.ownerDocument.activeElement))).toBe(true)
  await dialog.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
