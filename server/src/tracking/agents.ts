// Bot detection: distinguishes page views from prefetches, link previews, crawlers and scanners by method, headers and user
// agent. The page is served either way: a false positive costs a visit, never the way to the advertiser.
import type { VisitReason } from '@fairturn/contract/tracking'
import { isbot } from 'isbot'

export interface Fetch {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

// Link-preview fetchers. In-app browsers name their app too, so only tokens of the fetchers themselves are listed.
const PREVIEW = new RegExp(
  [
    'facebookexternalhit',
    'facebookcatalog',
    'facebot',
    'meta-externalfetcher',
    '^WhatsApp/',
    'TelegramBot',
    'Twitterbot',
    'Slackbot',
    'Slack-ImgProxy',
    'Discordbot',
    'LinkedInBot',
    'SkypeUriPreview',
    'Snap URL Preview',
    'kakaotalk-scrap',
    'line-poker',
    '^Viber/',
    'ZaloBot',
    'Iframely',
    'Embedly',
    'redditbot',
    'Pinterest(bot|/0\\.)',
    'Mastodon/',
    'Bluesky Cardyb',
    'Bitrix link preview',
    'vkShare',
    'Google Web Preview',
    'BingPreview',
    'LinkPreview',
    'link[ _-]?expand',
  ].join('|'),
  'i',
)

// Mail and network scanners, HTTP tools and automated browsers that isbot does not detect.
const SCANNER = new RegExp(
  [
    'HeadlessChrome',
    'PhantomJS',
    'SlimerJS',
    'Electron/.*(Nightmare|Cypress)',
    'Puppeteer',
    'Playwright',
    'Selenium',
    'WebDriver',
    'Chrome-Lighthouse',
    'PTST/',
    'Barracuda',
    'Mimecast',
    'Proofpoint',
    'BitDefender',
    'Symantec',
    'TrendMicro|Trend Micro',
    'Sophos',
    'Zscaler',
    'FortiGuard|Fortinet',
    'Kaspersky',
    'urlscan',
    'VirusTotal',
    'SafeLinks',
    'ArchiveBox',
    '\\bvia ggpht\\.com',
    'GTmetrix',
    'Miniature\\.io',
    '\\bYLT\\b',
    'TSM-turingos',
    '\\bFluid/',
    '\\b(Code|Trae)/[\\d.]+ Chrome/[\\d.]+ Electron/',
    '^(curl|wget|python|java|ruby|php|perl|go-http|okhttp|axios|node|undici|libwww|lua|dart|rust|got|aiohttp|httpie)\\b',
  ].join('|'),
  'i',
)

/** Header values by which browsers mark a prefetch or a preview. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

const REMEMBERED = 20_000
/** Longer than any browser's; the rest is neither evaluated nor stored. */
const MAX_AGENT_LENGTH = 1024
const judged = new Map<string, VisitReason | null>()

/** Why this request is not a person's page view, or null if it appears to be one. */
export function refusedFetch(fetch: Fetch): VisitReason | null {
  if (fetch.method !== 'GET') return 'not_a_page_view'
  const { headers } = fetch
  for (const name of PURPOSES) {
    const purpose = headers[name]
    if (typeof purpose !== 'string') continue
    if (/prefetch|prerender/i.test(purpose)) return 'prefetch'
    if (/preview/i.test(purpose)) return 'preview'
  }
  const agent = headers['user-agent']
  const refused = refusedAgent(typeof agent === 'string' ? agent.slice(0, MAX_AGENT_LENGTH) : '')
  if (refused !== null) return refused
  // Browsers that send Sec-Fetch headers send `document` and `navigate` for a page navigation.
  const destination = headers['sec-fetch-dest'] ?? 'document'
  const mode = headers['sec-fetch-mode'] ?? 'navigate'
  if (destination !== 'document' || mode !== 'navigate') return 'not_a_page_view'
  return isBare(headers) && !acceptsPages(headers) ? 'scanner' : null
}

/**
 * Why the sender of a Continue is not a browser, or null. Browsers send Origin and Accept-Language with a form; mail
 * scanners that press every button with a browser's user agent send neither.
 */
export function refusedForm({ headers }: Pick<Fetch, 'headers'>): VisitReason | null {
  return isBare(headers) && headers['origin'] === undefined && headers['referer'] === undefined
    ? 'scanner'
    : null
}

/** Neither Accept-Language nor Sec-Fetch: every browser sends one of them, most send both. */
function isBare(headers: Fetch['headers']): boolean {
  return headers['accept-language'] === undefined && headers['sec-fetch-mode'] === undefined
}

function acceptsPages(headers: Fetch['headers']): boolean {
  return /text\/html/i.test(String(headers['accept'] ?? ''))
}

function refusedAgent(agent: string): VisitReason | null {
  const remembered = judged.get(agent)
  if (remembered !== undefined) return remembered
  const reason = judgeAgent(agent)
  if (judged.size >= REMEMBERED) judged.clear()
  judged.set(agent, reason)
  return reason
}

function judgeAgent(agent: string): VisitReason | null {
  if (PREVIEW.test(agent)) return 'preview'
  // Every browser sends a User-Agent; a request without one is a bot.
  return agent === '' || isbot(agent) || SCANNER.test(agent) ? 'bot' : null
}
