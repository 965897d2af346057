// A member checks the proof in the browser: every step passes on the server's response, and a tampered response raises
// an alarm on every screen until the evidence is saved.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextFor, ownOrigin, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const STEPS = [
  'statement',
  'signature',
  'key',
  'chain',
  'mine',
  'leaves',
  'paths',
  'total',
  'balance',
  'accounts',
  'lines',
  'memory',
  'screens',
  'listed',
  'awards',
  'audit',
]
/** What a device has to have seen before. */
const REMEMBERED = new Set(['key', 'chain', 'memory', 'audit'])
const FIRST = 'Steps passed: 12 of 16. The others had nothing to compare with yet.'
/** On the same proof what leads from the one before is not compared again. */
const SAME = new Set(['chain', 'memory', 'listed', 'audit'])
const AGAIN = 'Steps passed: 12 of 16. The others had nothing new to compare.'
const OWED = 'What your screens say that we owe you is in the signed total.'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairturn-evidence-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function states(page: Page): Promise<Record<string, string | null>> {
  await page.getByRole('list', { name: 'Verification steps' }).last().waitFor()
  const steps = page.getByRole('list', { name: 'Verification steps' }).last().locator('li')
  const read = await steps.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('data-step'), one.getAttribute('data-state')]),
  )
  return Object.fromEntries(read) as Record<string, string | null>
}

/** Saves the evidence; returns the exit code of the command-line verifier, 0 if it is valid. */
async function verifySaved(page: Page): Promise<number> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save evidence' }).first().click(),
  ])
  const file = join(folder, saved.suggestedFilename())
  await saved.saveAs(file)
  return await new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/verify-proof.mjs', file], () =>
      resolve(child.exitCode ?? -1),
    )
  })
}

test('a first check passes what it compares and no more, the next one knows the proof; another program verifies the evidence', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  expect(await states(page)).toEqual(
    Object.fromEntries(STEPS.map((step) => [step, REMEMBERED.has(step) ? 'not_compared' : 'passed'])),
  )
  await see(page, 'Not compared yet: this is your first check on this device.')
  // Where a stranger finds how to verify, and with what.
  for (const name of ['description', 'program']) {
    const href = (await page.getByRole('link', { name, exact: true }).getAttribute('href'))!
    expect((await page.request.get(href)).status()).toBe(200)
  }
  await page.getByText('Available balance', { exact: true }).click()
  await page.getByText('Part 1').first().click()
  await see(page, 'the signed root')
  expect(await verifySaved(page)).toBe(0)
  // The second check is compared with the first.
  await page.getByRole('button', { name: 'Check again' }).click()
  await see(page, 'This device has already checked this proof: nothing new to compare.')
  await see(page, AGAIN)
  await see(page, OWED)
  expect(await page.getByText(/since your last check|continues? /).count()).toBe(0)
  expect(await states(page)).toEqual(
    Object.fromEntries(STEPS.map((step) => [step, SAME.has(step) ? 'not_compared' : 'passed'])),
  )
  await context.close()
})

test('a device that knows a demo with another database begins again, without an alarm', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  // As of another chain of proofs: another key, and more proofs than there are.
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('proof_seen')!) as { statement: string }
    const key = 'A'.repeat(43)
    const statement = seen.statement
      .replace(/^number: .*$/m, 'number: 90')
      .replace(/^key: .*$/m, `key: ${key}`)
    localStorage.setItem('proof_seen', JSON.stringify({ ...seen, number: 90, key, statement }))
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('This device has already checked this proof').first().waitFor({ state: 'detached' })
  await see(page, FIRST)
  await see(page, /This demo has other proofs now .* Outside a demo that would be a failure\./)
  expect(await page.evaluate(() => localStorage.getItem('proof_failed') ?? 'null')).toBe('null')
  await context.close()
})

test('a proof that another member has checked on this device is not the same as last time for the second', async () => {
  const first = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await first.newPage()
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  const seen = await page.evaluate(() => localStorage.getItem('proof_seen')!)
  await first.close()
  const second = await contextFor(browser, await signIn(origin, 'minhanh'))
  await second.addInitScript((value) => localStorage.setItem('proof_seen', value), seen)
  const other = await second.newPage()
  await other.goto(`${origin}/individual/proof`)
  await see(other, /Steps passed: \d+ of 16\. The others had nothing to compare with yet\./)
  await see(other, 'Not compared yet: this is your first check on this device.')
  expect(await states(other)).toMatchObject({ key: 'passed', chain: 'not_compared', memory: 'not_compared' })
  await second.close()
})

test('a device that has seen a proof says so if the server has none, outside a demo', async () => {
  const context = await contextFor(browser, await signIn(origin, 'minhanh'))
  await context.route(`${origin}/individual/proof`, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const demo = '"demo":{"value":true'
    expect(text).toContain(demo)
    await route.fulfill({ response, body: text.replace(demo, '"demo":{"value":false') })
  })
  const page = await context.newPage()
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  const none = { code: 'there_is_no_proof_yet', message: 'there is no proof yet', details: {} }
  await page.route('**/api/proofs/mine', (route) => route.fulfill({ status: 404, json: none }))
  await page.getByRole('button', { name: 'Check again' }).click()
  await see(page, /This device has seen proof \d+, and the server says that there is none\./)
  await context.close()
})

test('a device that has checked before notices that balance and statement were changed together', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  // As if the device had seen one cent more: what it is shown is consistent, and only less than before.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('proof_memory_of_'))!
    const memory = JSON.parse(localStorage.getItem(key)!) as { accounts: Record<string, [number, string]> }
    for (const state of Object.values(memory.accounts)) state[1] = String(BigInt(state[1]) + 1n)
    localStorage.setItem(key, JSON.stringify(memory))
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await see(page, 'A balance was changed without a movement.')
  expect(await states(page)).toMatchObject({
    paths: 'passed',
    lines: 'passed',
    memory: 'failed',
    screens: 'passed',
  })
  await page.goto(`${origin}/warehouse`)
  await page.getByRole('alert').getByText('failed the check on your device').waitFor()
  await context.close()
})

test('a tampered response raises an alarm on every screen, until the evidence is saved', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const lie = async () =>
    page.route('**/api/proofs/mine', async (route) => {
      const answered = await route.fetch()
      const json = (await answered.json()) as { data: { leaves: { amount_minor: string }[] } }
      const leaf = json.data.leaves[0]!
      leaf.amount_minor = String(BigInt(leaf.amount_minor) + 1n)
      await route.fulfill({ response: answered, json })
    })
  await lie()
  await page.goto(`${origin}/individual/proof`)
  await see(page, 'This proof is not valid. See the failed steps below.')
  expect(await states(page)).toMatchObject({
    signature: 'passed',
    paths: 'failed',
    balance: 'failed',
    total: 'unchecked',
    screens: 'unchecked',
  })
  // A changed part does not make the member one who had nothing.
  expect(await page.getByText('you had no balance').count()).toBe(0)
  expect(await page.getByText('not proved', { exact: true }).count()).toBeGreaterThan(1)
  expect(await verifySaved(page)).toBe(1)
  await page.unroute('**/api/proofs/mine')
  // A later success does not hide the failure on any screen.
  await page.goto(`${origin}/warehouse`)
  await page.getByRole('alert').getByText('failed the check on your device').waitFor()
  await page.getByRole('link', { name: 'View details and save the evidence' }).click()
  await see(page, FIRST)
  await see(page, 'A check failed on this device')
  expect(await verifySaved(page)).toBe(1)
  await page.getByRole('button', { name: 'I have saved it, hide this' }).click()
  await page.getByText('A check failed on this device').waitFor({ state: 'detached' })
  await context.close()
})

test('an answer without evidence is said to be none, and nothing passes', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.route('**/api/proofs/mine', (route) => route.fulfill({ json: { data: {} } }))
  await page.goto(`${origin}/individual/proof`)
  await see(page, 'The server did not send the proof, so nothing was checked. What is absent does not pass.')
  expect(await page.getByText('Steps passed').count()).toBe(0)
  await context.close()
})

test('screens in another currency than the signed one fail', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.route('**/api/settings', async (route) => {
    const answered = await route.fetch()
    const json = (await answered.json()) as { data: { currency: { value: string } } }
    json.data.currency.value = json.data.currency.value === 'USD' ? 'EURO' : 'USD'
    await route.fulfill({ response: answered, json })
  })
  await page.goto(`${origin}/individual/proof`)
  await see(page, 'Its currency is not the one in which your screens show amounts.')
  expect(await states(page)).toMatchObject({ statement: 'failed', signature: 'passed' })
  await context.close()
})

test('the background check after sign-in also detects it', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.route('**/api/proofs/mine', async (route) => {
    const answered = await route.fetch()
    const json = (await answered.json()) as { data: { leaves: unknown[] } }
    // The member has been left out of the proof.
    json.data.leaves = []
    await route.fulfill({ response: answered, json })
  })
  await page.goto(`${origin}/warehouse`)
  await page.getByRole('alert').getByText('failed the check on your device').waitFor()
  await page.getByRole('link', { name: 'View details and save the evidence' }).click()
  await expect
    .poll(() => states(page))
    .toMatchObject({ signature: 'passed', leaves: 'not_compared', balance: 'failed' })
  await context.close()
})

test('the announcement does not cover the alarm', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { popup: true })
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await page.evaluate(() => localStorage.setItem('proof_failed', JSON.stringify({ steps: [] })))
  const image = page.waitForResponse((answer) => /\/(popup|media)\//.test(answer.url()))
  await page.goto(`${origin}/`)
  await image
  await page.getByRole('alert').getByText('failed the check on your device').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // It opens once the alarm is gone.
  await page.evaluate(() => localStorage.setItem('proof_failed', 'null'))
  await page.reload()
  await page.getByRole('dialog').waitFor()
  await context.close()
})

test('the check runs in a worker of the app’s own', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname))
  await page.goto(`${origin}/individual/proof`)
  await see(page, FIRST)
  expect(workers.filter((path) => /^\/assets\/check-worker-[\w-]+\.js$/.test(path))).toHaveLength(1)
  await context.close()
})
