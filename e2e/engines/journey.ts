// The main user journey and every screen, for engines other than Chromium: with their own pointer and keys, on the
// demo.
import { randomInt } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Engine, Person } from '../../testing/engines/engine.ts'
import { callApi, registerByApi, signIn } from '../members.ts'
import { screensOf } from '../screens.ts'

const PASSWORD = 'fairturn-demo'
/** A member of the demo with money, a bank account and orders in every state. */
const CARRIER = 'thuha.dn'
const PLACER = 'maisonlune'
/** The rules refuse a Continue within 0.8 s; a person reads first. */
const READING_MS = 1000
const SMALL_TARGET = 3
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

export interface Step {
  readonly name: string
  readonly run: () => Promise<void>
}

/** Its steps in order; each continues from the previous one. `landing_url` is an advertiser's page on this machine. */
export function journey(engine: Engine, origin: string, landing_url: string): Step[] {
  const person = new Person(engine)
  const newcomer = `engine${randomInt(1e6)}`
  let link = ''
  const go = (path: string) => person.goto(origin + path)

  const steps: Record<string, () => Promise<void>> = {
    async 'a tracked link is opened, and leads on'() {
      const { link: shared, token, order_id } = await orderWithLink(origin)
      await person.goto(shared)
      // In the browser's language, or Vietnamese if it sends none.
      await person.see(/Sponsored|Được tài trợ/)
      await sleep(READING_MS)
      // The advertiser's site is not reachable from here; only the visit counts.
      await person.press(/^(Continue to|Tiếp tục đến) /).catch(onlyUnreachable)
      await untilTrue('the visit was verified', async () => (await verifiedOf(origin, token, order_id)) === 1)
    },
    async 'signing in'() {
      await registerByApi(origin, newcomer)
      await go('/login')
      await person.choose('en')
      await signInByForm(person, newcomer)
      await person.see('Available balance')
    },
    async 'Home, with its popup closed'() {
      await person.press('Close the steps')
      await person.press('Close')
      await person.see('Award recipients')
      await person.see('Level 4')
    },
    async 'drawing, taking and starting an order'() {
      await person.press('Receive an order')
      await drawSmall(person)
      await person.press('Take')
      link = await person.pressUntil<string>(
        'Start',
        'the link',
        `document.body.innerText.match(/https?:\\/\\/\\S+\\/r\\/\\w{8}/)?.[0]`,
      )
    },
    async 'visits of strangers, as they come, and claiming'() {
      const left = `document.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext')?.split(' of ').map(Number)`
      const [, target = 0] = await person.until<number[]>('the target', left)
      for (let verified = 1; verified <= target; verified++) {
        await visitAsStranger(link)
        await person.until(`visit ${verified}`, `(${left})?.[0] >= ${verified}`)
      }
      await person.press(/^Claim/)
      await person.see('is in your balance')
    },
    async 'placing a campaign, kept as a draft'() {
      await signOut(person, go)
      // A run in another engine may have ended here.
      const { access_token } = await signIn(origin, PLACER)
      await callApi(origin, 'campaigns/draft', { draft: null }, access_token)
      await signInByForm(person, PLACER)
      await person.see('Available balance')
      await go('/campaigns/new')
      await person.fill(/^Name of the advertiser or brand/, 'Lotus Teahouse')
      await person.fill(/^Landing page URL/, landing_url)
      await person.fill(/^Headline under the image/, 'Tea that takes its time')
      await person.see('Spring teas')
      await person.fill(/^Text members post with the link/, 'I like this tea.')
      await person.chooseFile(await picture(), 'photo.jpg', 'image/jpeg')
      await person.press('Apply')
      await person.until('the image', `!!document.querySelector('img[alt="Image preview"]')?.naturalWidth`)
      await person.press('Next')
      await person.see('Audience')
      await person.press('Next')
      await person.fill(/^Price per verified visit/, '0,50')
      await person.fill(/^or budget/, '5,00')
      await person.fill(/^Visits per order/, '5')
      await person.see('Total, paid in advance')
    },
    async 'and paying it'() {
      await person.press('Continue to payment')
      await person.press(/^Pay\b/)
      await person.see(/Waiting for review/)
    },
    async withdrawing() {
      await signOut(person, go)
      await signInByForm(person, CARRIER)
      await person.see('Available balance')
      await go('/withdraw')
      await person.fill(/^Amount/, '12,50')
      await person.see('That is $ 12,50')
      await person.press('Withdraw')
      await person.press('Confirm')
      await person.see(/Successfully created withdrawal order/i)
      await person.press('Cancel withdrawal')
      await person.see('You cancelled this withdrawal')
    },
    async 'the proof of liabilities, checked in the browser'() {
      await go('/individual/proof')
      await person.until(
        'every step of the proof',
        `(() => { const steps = [...document.querySelectorAll('[data-step]')]; return steps.length > 3 && steps.every((step) => step.dataset.state === 'passed') })()`,
      )
    },
    async 'security, and leaving'() {
      await go('/individual/security')
      await person.see('Sign out everywhere')
      await signOut(person, go)
      const kept = await person.evaluate<string[]>('Object.keys(sessionStorage)')
      if (kept.join() !== 'locale') throw new Error(`the tab kept ${kept.join(', ')}`)
    },
    'a walk of every screen': () => walk(person, origin),
  }
  return Object.entries(steps).map(([name, run]) => ({ name, run }))
}

async function signInByForm(person: Person, username: string): Promise<void> {
  await person.fill(/^Username or phone number/, username)
  await person.fill('Password', PASSWORD)
  await person.press('Sign in')
}

async function signOut(person: Person, go: (path: string) => Promise<void>): Promise<void> {
  await go('/individual')
  await person.pressUntil('Sign out', 'the sign-in', `location.pathname === '/login'`)
}

/** Draws until the offer is small; skipping costs no turn. */
async function drawSmall(person: Person): Promise<void> {
  const target = `Number(/(?:^|\\n)(\\d+) × /.exec(document.body.innerText)?.[1]) || null`
  for (let drawn = 0; drawn < 40; drawn++) {
    if ((await person.until<number>('an offer', target)) <= SMALL_TARGET) return
    await person.press('Another')
    await person.until('the next offer', `!document.querySelector('button[aria-busy=true]')`)
  }
  throw new Error('forty offers were drawn and none was small')
}

/**
 * Every screen shows its heading, no error of its own, and does not overflow; errors thrown in a page are reported.
 */
async function walk(person: Person, origin: string): Promise<void> {
  const carrier = await signIn(origin, CARRIER)
  const placer = await signIn(origin, PLACER)
  const faults: string[] = []
  for (const screen of await screensOf(origin, carrier)) {
    const session = screen.signedOut === true ? null : screen.as === undefined ? carrier : placer
    await person.goto(`${origin}/robots.txt`)
    await person.evaluate(`(() => {
      sessionStorage.clear()
      sessionStorage.setItem('locale', 'en')
      const kept = ${JSON.stringify(session)}
      if (!kept) return true
      sessionStorage.setItem('access_token', kept.access_token)
      sessionStorage.setItem('refresh_token', kept.refresh_token)
      sessionStorage.setItem('user', JSON.stringify(kept.user))
      return true
    })()`)
    await person.goto(origin + screen.path)
    try {
      await person.until(
        `the screen ${screen.name}`,
        `(document.querySelector('h1')?.innerText ?? '') !== '' && !document.querySelector('#main [aria-busy=true]')`,
      )
      const { path, text, width } = await person.evaluate<{ path: string; text: string; width: number }>(
        `({ path: location.pathname, text: document.body.innerText, width: document.documentElement.scrollWidth - innerWidth })`,
      )
      if (session !== null && path === '/login') faults.push(`${screen.name}: leads to the sign-in`)
      if (/Something went wrong|error, please try again/i.test(text))
        faults.push(`${screen.name}: shows an error`)
      if (width > 0) faults.push(`${screen.name}: is ${width} px wider than the window`)
    } catch (error) {
      faults.push(`${screen.name}: ${(error as Error).message}`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** A started order of a new member, with its link. */
async function orderWithLink(origin: string) {
  const { access_token: token, user } = await registerByApi(origin, `carrier${randomInt(1e6)}`)
  const mine = { user_id: user._id }
  const offer = await callApi<{ offer: { _id: string } | null } & { _id?: string }>(
    origin,
    'random-product',
    mine,
    token,
  )
  const offer_id = offer.offer?._id ?? offer._id
  const order = await callApi<{ _id: string }>(origin, 'orders', { ...mine, offer_id }, token)
  const started = await callApi<{ link: string }>(origin, `orders/${order._id}/start`, mine, token)
  return { link: started.link, token, order_id: order._id }
}

const verifiedOf = async (origin: string, token: string, order_id: string): Promise<number> =>
  (await callApi<{ verified: number }>(origin, `orders/${order_id}`, undefined, token)).verified

async function untilTrue(what: string, test: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + 20_000
  while (!(await test())) {
    if (performance.now() > late) throw new Error(`${what} did not come`)
    await sleep(200)
  }
}

/** Engines report that the page could not be loaded after the press. */
function onlyUnreachable(error: unknown): void {
  if (!/net|connection|unknown error|resolve|timeout/i.test(String(error))) throw error
}

/** A visitor with an unknown browser: requests the link's page and continues. */
async function visitAsStranger(link: string): Promise<void> {
  const page = await ask('GET', link)
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1]
  if (token === undefined) throw new Error(`no token in the page of ${link}`)
  await sleep(READING_MS)
  const cookie = page.headers['set-cookie']?.map((set) => set.split(';')[0]).join('; ')
  const { statusCode } = await ask(
    'POST',
    `${link}/continue`,
    new URLSearchParams({ token }).toString(),
    cookie,
  )
  if (statusCode !== 303) throw new Error(`continuing answered ${statusCode}`)
}

// `fetch` sends headers that identify a script, which the rules refuse.
function ask(
  method: string,
  url: string,
  body = '',
  cookie = '',
): Promise<{ body: string } & Pick<IncomingMessage, 'headers' | 'statusCode'>> {
  const headers = {
    'user-agent': AGENT,
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': method === 'GET' ? 'none' : 'same-origin',
    ...(cookie !== '' && { cookie }),
    ...(method === 'POST' && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
      origin: new URL(url).origin,
    }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ body: text, headers: answer.headers, statusCode: answer.statusCode }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#b5563c' } })
    .jpeg({ quality: 40 })
    .toBuffer()
