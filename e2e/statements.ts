// A second person confirms a bank statement in a browser: types what a bank would show.
import type { Page } from 'playwright-core'
import type { Line } from '../server/test/bank/files.ts'

/** What the bank's portal shows of a statement; lines in its order. */
export interface AtBank {
  readonly closing: string
  readonly lines: readonly Line[]
}

/** Fills the form for the first unconfirmed statement in the list, and sends it; a wrong answer leaves it open. */
export async function typeStatement(
  page: Page,
  { closing, lines }: AtBank,
  { right = true } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Confirm', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const credits = lines.reduce((sum, { amount }) => sum + Math.max(0, Math.round(Number(amount) * 100)), 0)
  await dialog.getByLabel('Closing balance at the bank').fill(closing)
  await dialog.getByLabel('Sum of all credits').fill((credits / 100).toFixed(2))
  for (const group of await dialog.getByRole('group').all()) {
    const no = /^Line (\d+),/.exec(await group.innerText())?.[1]
    const line = lines[Number(no) - 1]
    if (line === undefined) throw new Error(`the page asks for line ${no}`)
    const [noReference, noPayer] = await group.getByLabel('The bank shows none').all()
    const reference = line.e2e ?? line.text
    if (reference === undefined) await noReference!.check()
    else await group.getByLabel('Reference the payer wrote').fill(reference)
    const account = group.getByLabel('Account number of the payer')
    if ((await account.count()) > 0) {
      await account.fill(line.iban ?? line.account_number ?? '')
      continue
    }
    const payer = line.name ?? line.iban
    if (payer === undefined) await noPayer!.check()
    else await group.getByLabel('Payer', { exact: true }).fill(payer)
  }
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  if (right) await dialog.waitFor({ state: 'detached' })
}

/** What the account held by the last accepted statement, in major units, read by a signed-in operator's page. */
export const readBankBalance = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/backoffice/bank-statements?status=accepted')
    const { data } = (await answer.json()) as { data: { list: { closing: string }[] } }
    return Number(data.list[0]!.closing)
  })
