// Members for the tests: signed in through the API, then handed to a browser as the app itself would have stored the
// session.
import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { ownServer } from './servers.ts'

/** Origin of the demo server that only this worker uses. */
export const ownOrigin = (): string => ownServer().origin

/** A common browser's user agent; the engine's own reveals automation. */
export const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'
export const DEMO_PASSWORD = 'fairturn-demo'

export interface Session {
  access_token: string
  refresh_token: string
  user: { _id: string; username: string; phone: string; account_balance: string }
}

/** Calls the API as a member; rejects unless the status is 200. */
export async function callApi<Data>(
  origin: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Data> {
  const response = await fetch(`${origin}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      langcode: 'en',
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answered = (await response.json()) as { data: Data; message: string }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${answered.message}`)
  return answered.data
}

export const signIn = (origin: string, username: string): Promise<Session> =>
  callApi<Session>(origin, 'auth/login', { username, password: DEMO_PASSWORD })

let phones = randomInt(1e6, 9e6)
const registered = new Map<string, number>()

/** Registers a member with this name, or with a number appended if the test is retried, and a unique phone number. */
export async function registerUnconfirmed(origin: string, name: string): Promise<Session> {
  phones += 1
  const before = registered.get(name) ?? 0
  registered.set(name, before + 1)
  const username = before === 0 ? name : `${name}${before + 1}`
  const phone = `+8498${phones}`
  const password = DEMO_PASSWORD
  const form = {
    username,
    phone,
    password,
    password_confirmation: password,
    code: 'WELCOME',
    terms: true,
    locale: 'en',
  }
  return await callApi<Session>(origin, 'auth/register', form)
}

/** The same, with the number confirmed. */
export async function registerByApi(origin: string, name: string): Promise<Session> {
  const session = await registerUnconfirmed(origin, name)
  const user_id = session.user._id
  const { code } = await callApi<{ code: string }>(origin, 'phone-codes', { user_id }, session.access_token)
  await callApi(origin, 'phone-codes/confirm', { user_id, code }, session.access_token)
  return session
}

/** The dialog of a first order, with the code that a demo shows. */
export async function confirmPhone(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Send code' }).click()
  await enterPhoneCode(page)
}

/** Enters the code that a demo shows. */
export async function enterPhoneCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter the code' })
  const code = /\b\d{6}\b/.exec(await dialog.getByText('Your code is').innerText())![0]
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** The dialog of a call that needs a confirmation. */
export async function confirmByPassword(page: Page, password = DEMO_PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
}

/** Marks today's popup as closed: otherwise it could open at any moment and intercept a press. */
export async function withoutPopup(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const [year, month, day] = new Date().toLocaleDateString('sv').split('-')
    localStorage.setItem('popup_closed_on', `${day}-${month}-${year}`)
  })
}

/** A phone without a session, with permission to write to the clipboard. */
export const newPhone = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({
    userAgent: PHONE,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Nguyễn Thị Mai')
  await page.getByLabel('Street and number').fill('5 Lê Lợi')
  await page.getByLabel('City').fill('Huế')
}

export interface ViewOptions {
  /** Whether the day's popup opens on Home. */
  popup?: boolean | undefined
  /** Whether the service worker is installed; it fetches the whole app, which most tests would wait for. */
  service_worker?: boolean
  locale?: string
  theme?: 'light' | 'dark'
  width?: number
}

/** A browser context signed in with this session; without one it is signed out. */
export async function contextFor(
  browser: Browser,
  session: Session | null,
  look: ViewOptions = {},
): Promise<BrowserContext> {
  const {
    locale = 'en',
    theme = 'light',
    width = 390,
    popup = false,
    service_worker: serviceWorker = false,
  } = look
  const context = await browser.newContext({
    userAgent: PHONE,
    viewport: { width, height: 844 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  if (!popup) await withoutPopup(context)
  // Runs in the page, before the app.
  await context.addInitScript(
    ({ kept, language }) => {
      // After the first load the page keeps its own session.
      if (sessionStorage.getItem('locale') !== null) return
      sessionStorage.setItem('locale', language)
      if (kept === null) return
      sessionStorage.setItem('access_token', kept.access_token)
      sessionStorage.setItem('authToken', kept.access_token)
      sessionStorage.setItem('refresh_token', kept.refresh_token)
      sessionStorage.setItem('user', JSON.stringify(kept.user))
    },
    { kept: session, language: locale },
  )
  // A polling page may send a request while its test ends; errors of its routes are then ignored.
  const close = context.close.bind(context)
  context.close = async (...options) => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(...options)
  }
  return context
}

/** Waits until this text appears anywhere on the screen, or in a part of it. */
export const see = (page: Page | Locator, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor()

/** Registers through the form, in English, with the demo's invite code or another invite link. */
export async function registerByForm(
  page: Page,
  {
    origin,
    link = `${origin}/register?code=WELCOME`,
    username,
    phone,
    password = DEMO_PASSWORD,
    agrees = true,
  }: {
    origin: string
    link?: string
    username: string
    phone: string
    password?: string
    agrees?: boolean
  },
): Promise<void> {
  await page.goto(link)
  // The app is in Vietnamese until another language is chosen; a choice from before the page's scripts ran is lost.
  const inEnglish = () =>
    page
      .getByLabel('Username')
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      )
  do await page.locator('select').first().selectOption('en')
  while (!(await inEnglish()))
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('checkbox').setChecked(agrees)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/**
 * Passes calls on to the server and drops their responses, until turned off; returns the bodies and keys of all calls.
 */
export async function cutAnswers(page: Page, path: string) {
  const sent: { key: string | undefined; body: Record<string, unknown> }[] = []
  const state = { cut: true, sent }
  await page.route(path, async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>
    sent.push({ key: route.request().headers()['idempotency-key'], body })
    if (!state.cut) return await route.continue()
    await route.fetch()
    return await route.abort()
  })
  return state
}
