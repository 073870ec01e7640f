import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Goes on by Tab until something has the focus. */
export async function reach(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await what.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`Tab doesn't lead to ${String(what)}`)
}

/** Presses a button, or follows a link, without the mouse. */
export async function press(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' = 'button',
): Promise<void> {
  await reach(page, page.getByRole(role, { name }).first())
  await page.keyboard.press('Enter')
}
