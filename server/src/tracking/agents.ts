// Tells real page views from everything else that fetches links, by method, headers and agent.
// It must never hold back the page from a person: a wrong guess here costs a visit, not the way to the advertiser.
import type { VisitReason } from '@fairturn/contract/tracking'
import { isbot } from 'isbot'

export interface Fetch {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

// Fetchers that make the little card in a chat or a timeline. Members' in-app browsers name their app too, so only
// the fetchers' own words stand here.
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

// Mail and network scanners, tools and automated browsers that isbot may let through.
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

/** Every browser's word for fetching ahead, or for a preview. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

const REMEMBERED = 20_000
/** Longer than any browser's: what follows is neither judged nor remembered. */
const MAX_AGENT_LENGTH = 1024
const judged = new Map<string, VisitReason | null>()

/** Why this fetch is no page view of a person, or null when it looks like one. */
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
  // Browsers that say what a fetch is for say `document` and `navigate` for a page somebody opens.
  const destination = headers['sec-fetch-dest'] ?? 'document'
  const mode = headers['sec-fetch-mode'] ?? 'navigate'
  if (destination !== 'document' || mode !== 'navigate') return 'not_a_page_view'
  return isBare(headers) && !acceptsPages(headers) ? 'scanner' : null
}

/**
 * Why what sent a page's Continue is no browser, or null. Browsers name the origin of a form, and the languages they read;
 * mail scanners that press every button with a browser's name say none of it.
 */
export function refusedForm({ headers }: Pick<Fetch, 'headers'>): VisitReason | null {
  return isBare(headers) && headers['origin'] === undefined && headers['referer'] === undefined
    ? 'scanner'
    : null
}

/** Neither languages nor what the fetch is for: every browser sends the one or the other, most send both. */
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
  // Every browser names itself; who says nothing is a program.
  return agent === '' || isbot(agent) || SCANNER.test(agent) ? 'bot' : null
}
