// What honest visitors and cheats do with a tracked link in two days, as timed steps. Contains no rules: the
// simulation in fraud.ts sends the steps through the real ones.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** One event of a strategy: somebody requests the page, and perhaps continues. */
export interface Step {
  /** Since the order was started. */
  at_ms: number
  address: string
  agent: string
  /** Time from page to Continue; null: never continues. */
  readsMs: number | null
  headers?: Record<string, string>
  /** Index among several orders of the same carrier. */
  order?: number
}

export interface Strategy {
  name: string
  steps(random: () => number): Step[]
  /** Where the carrier signs in; visits from there are compared with it. */
  carrier?: { address: string; agent: string }
}

/** User agent of a phone; 6 300 different ones. */
export const phone = (n: number) =>
  `Mozilla/5.0 (Linux; Android 14; SM-A${500 + (n % 90)}E Build/UP1A.${231005 + (n % 7)}.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${130 + (n % 12)}.0.7390.${40 + (n % 50)} Mobile Safari/537.36`
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
export const network = (n: number, host = 1) => `100.${64 + (n >> 8)}.${n & 255}.${host}`
const list = (length: number, step: (i: number) => Step): Step[] => Array.from({ length }, (_, i) => step(i))

export const strategies: readonly Strategy[] = [
  {
    // Shared in a few groups: people of many networks over two days; a fifth only look, a few return.
    name: 'honest: 130 people of 90 networks',
    steps: (random) =>
      list(140, (i) => {
        const who = i < 130 ? i : Math.floor(random() * 130)
        return {
          at_ms: random() * 46 * HOUR_MS,
          address: network(who % 90, 2 + Math.floor(who / 90)),
          agent: phone(who),
          readsMs: random() < 0.2 ? null : 1_500 + random() * 40_000,
        }
      }),
  },
  {
    name: 'one phone, reloading 500 times',
    steps: (random) =>
      list(500, (i) => ({
        at_ms: i * 5 * MINUTE_MS,
        address: network(0),
        agent: phone(1),
        readsMs: 2_000 + random() * 5_000,
      })),
  },
  {
    name: '5 friends, each every hour',
    steps: (random) =>
      list(5 * 46, (i) => ({
        at_ms: Math.floor(i / 5) * HOUR_MS + (i % 5) * MINUTE_MS,
        address: network(i % 5),
        agent: phone(i % 5),
        readsMs: 2_000 + random() * 5_000,
      })),
  },
  {
    name: 'the carrier, with 20 other devices at home',
    carrier: { address: network(7, 9), agent: CHROME },
    steps: (random) =>
      list(20 * 4, (i) => ({
        at_ms: i * 30 * MINUTE_MS,
        address: network(7, 9),
        agent: phone(i % 20),
        readsMs: 3_000 + random() * 5_000,
      })),
  },
  {
    name: 'a VPN: 12 addresses in 3 networks, 1 browser',
    steps: (random) =>
      list(600, (i) => ({
        at_ms: i * 4 * MINUTE_MS,
        address: network(i % 3, 10 + (i % 4)),
        agent: CHROME,
        readsMs: 1_000 + random() * 3_000,
      })),
  },
  {
    name: 'a script with changing browser user agents, 1 network',
    steps: (random) =>
      list(2000, (i) => ({
        at_ms: i * MINUTE_MS,
        address: network(3, 1 + (i % 250)),
        agent: phone(i),
        readsMs: 900 + random() * 500,
        headers: { 'accept-language': '' },
      })),
  },
  {
    name: 'the same script, sending all browser headers',
    steps: (random) =>
      list(2000, (i) => ({
        at_ms: i * MINUTE_MS,
        address: network(3, 1 + (i % 250)),
        agent: phone(i),
        readsMs: 900 + random() * 500,
      })),
  },
  {
    name: 'a headless browser that identifies itself',
    steps: (random) =>
      list(300, (i) => ({
        at_ms: i * 9 * MINUTE_MS,
        address: network(i),
        agent: CHROME.replace('Chrome/', 'HeadlessChrome/'),
        readsMs: 1_000 + random() * 3_000,
      })),
  },
  {
    name: 'a click farm: 200 phones on 10 networks, 8 orders',
    steps: (random) =>
      list(200 * 8, (i) => ({
        at_ms: (i / 1600) * 8 * HOUR_MS,
        address: network(i % 10, 1 + (i % 20)),
        agent: phone(i % 200),
        readsMs: 2_000 + random() * 8_000,
        order: Math.floor(i / 200),
      })),
  },
  {
    name: 'a competitor burning the budget: 400 rented addresses, 5 a second, 20 minutes',
    steps: (random) =>
      list(6000, (i) => ({
        at_ms: i * 200,
        address: network(i % 400, 5),
        agent: phone(i),
        readsMs: 850 + random() * 200,
        order: i % 4,
      })),
  },
  {
    name: 'a mail scanner that presses every button',
    steps: () =>
      list(100, (i) => ({
        at_ms: i * 20 * MINUTE_MS,
        address: network(i),
        agent: CHROME,
        readsMs: 1_000,
        headers: { 'accept-language': '', accept: '*/*' },
      })),
  },
]
