// Pages of the link service: small HTML without scripts, loading a single image (links.test.ts).
import { createHash } from 'node:crypto'
import { CREATIVE } from '@fairturn/contract/creative'
import { DEFAULT_LOCALE, LANGUAGES, LOCALES, type Locale } from '@fairturn/contract/locales'
import { linkTexts } from '../platform/texts/links.ts'
import { fillIn } from '../platform/texts/texts.ts'
import type { Link } from './link-cache.ts'

/** A page split where its token is inserted. */
export interface Page {
  readonly beforeToken: Buffer
  readonly afterToken: Buffer
  readonly headers: Readonly<Record<string, string>>
}

export type PageError = 'unknown' | 'ended' | 'retry'

// Colours copied from ui/src/tokens.css.
export const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f5f4ef,#0e1014);--surface:light-dark(#fff,#171a20);
--ink:light-dark(#14181f,#f1f0eb);--quiet:light-dark(#5a6270,#a2a9b6);--line:light-dark(#e5e3da,#272b34);
--action:light-dark(#2740e6,#93a4ff);--press:light-dark(#1c31c2,#adb9ff);--on:light-dark(#fff,#0e1014);
--award:light-dark(#8a5a00,#f4c866);--soft:light-dark(#fff1cf,#2e2615)}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100dvh;background:var(--paper);color:var(--ink);font:15px/1.45 'Manrope Variable',Manrope,system-ui,
-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Apple SD Gothic Neo','PingFang SC','Noto Sans CJK SC',sans-serif;overflow-wrap:anywhere}
main{max-width:430px;margin:0 auto;padding:24px 16px 32px;display:grid;gap:16px}
article{background:var(--surface);border:1px solid var(--line);border-radius:16px;overflow:hidden}
img{display:block;width:100%;height:auto;aspect-ratio:40/21;object-fit:cover;background:var(--soft)}
aside{padding:4px 16px;background:var(--soft);color:var(--award);font-size:13px;text-align:center}
.in{padding:16px;display:grid;gap:8px}
.mark{justify-self:start;background:var(--soft);color:var(--award);border-radius:10px;padding:4px 10px;font-size:13px;font-weight:700}
h1{font-size:24px;line-height:1.2;font-weight:700}
.small{font-size:13px;line-height:1.4;color:var(--quiet)}
button,a{display:block;width:100%;min-height:52px;padding:14px 16px;border:0;border-radius:12px;background:var(--action);color:var(--on);
font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:0 16px}
nav a{width:auto;min-height:44px;padding:12px 4px;background:none;color:var(--quiet);font-weight:400;text-decoration:underline}
button:hover,a:hover{background:var(--press)}
nav a:hover{background:none;color:var(--ink)}
:focus-visible{outline:2px solid var(--action);outline-offset:2px}
:lang(ko){word-break:keep-all}
:lang(ja){word-break:auto-phrase}`

/** CSP source of a style element. */
export const styleSource = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const STYLE_SOURCE = styleSource(STYLE)
const TOKEN_MARKER = '\u0000token\u0000'

/** Language and territory in Open Graph format. */
const previewLocale = (locale: Locale): string =>
  `${new Intl.Locale(LANGUAGES[locale].tag).language}_${LANGUAGES[locale].country}`

export const SHARED_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
}

/**
 * Renders the page of a live link. `origin`: of this service, e.g. `https://go.example.com`; `files_origin`: for
 * creatives given as paths.
 */
export function renderPage(
  link: Omit<Link, 'shard' | 'confirmed'>,
  {
    locale,
    origin,
    filesOrigin,
    demo,
  }: { locale: Locale; origin: string; filesOrigin: string; demo: boolean },
): Page {
  const texts = linkTexts[locale]
  const { text: tagline, locale: taglineLocale } = taglineFor(link, locale)
  const image = URL.parse(link.creative, filesOrigin)?.href ?? ''
  const host = escape(link.landing.host)
  const brand = escape(link.brand)
  const lang = taglineLocale === locale ? '' : ` lang="${LANGUAGES[taglineLocale].tag}"`
  const html = document({
    locale,
    demo,
    title: `${brand} · ${texts.sponsored}`,
    head: previewTags({
      title: `${brand} · ${texts.sponsored}`,
      description: [escape(asSentence(tagline, taglineLocale)), texts.reward]
        .filter((text) => text !== '')
        .join(' '),
      image: escape(image),
      imageAlt: brand,
      // Without a token or anything else of this visitor: whoever opens the shared preview is a new visit.
      url: escape(`${origin}/r/${link.code}`),
      locale: previewLocale(locale),
    }),
    body: `<article><img src="${escape(image)}" alt="" width="430" height="226">
<div class="in"><p class="mark">${texts.sponsored}</p><h1><bdi>${brand}</bdi></h1><p${lang}>${escape(tagline)}</p>
<p class="small">${fillIn(texts.advertiser, { brand: `<bdi>${brand}</bdi>` })}</p></div></article>
<p>${texts.reward}</p>
<form method="post" action="/r/${link.code}/continue"><input type="hidden" name="token" value="${TOKEN_MARKER}">
<button>${fillIn(texts.continue_to, { host: `<bdi>${host}</bdi>` })}</button></form>
<p class="small">${texts.privacy}</p>
${legalLinks(filesOrigin, locale, reportLink(link.code, locale))}`,
  })
  const [before = '', after = ''] = html.split(TOKEN_MARKER)
  return {
    beforeToken: Buffer.from(before),
    afterToken: Buffer.from(after),
    headers: {
      ...SHARED_HEADERS,
      'content-language': LANGUAGES[locale].tag,
      'content-security-policy': policy(image, link.landing.scheme),
    },
  }
}

const reportLink = (code: string, locale: Locale): string =>
  `<a rel="nofollow" href="/r/${code}/report">${linkTexts[locale].report}</a>`

/** Terms, privacy notice and imprint of the member app, in the visitor's language, and `more` behind them. */
export function legalLinks(origin: string, locale: Locale, more = ''): string {
  const texts = linkTexts[locale]
  const to = (path: string, text: string) =>
    `<a href="${escape(`${origin}/${path}?locale=${locale}`)}">${text}</a>`
  const links = [
    to('terms', texts.terms),
    to('privacy-notice', texts.privacy_notice),
    to('imprint', texts.imprint),
  ]
  return `<nav class="small">${[...links, more].join(' ').trim()}</nav>`
}

interface Preview {
  title: string
  description: string
  image: string
  imageAlt: string
  url: string
  locale: string
}

/** Open Graph tags for link previews in chats and timelines (https://ogp.me and the apps' extensions), HTML-escaped. */
function previewTags({ title, description, image, imageAlt, url, locale }: Preview): string {
  const tags: [name: string, content: string][] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', locale],
    ['og:image', image],
    ['og:image:width', String(CREATIVE.width)],
    ['og:image:height', String(CREATIVE.height)],
    ['og:image:alt', imageAlt],
  ]
  const lines = tags.map(([name, content]) => `<meta property="${name}" content="${content}">`)
  return [
    ...lines,
    `<meta name="description" content="${description}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
}

/**
 * An error page that says what is wrong and what to do. `retry_path` is offered with `retry`; `onward` is another
 * destination; `reported` can be reported.
 */
export function renderErrorPage(
  trouble: PageError,
  {
    locale,
    retryPath,
    demo,
    onward,
    reported,
  }: {
    locale: Locale
    retryPath: string
    demo: boolean
    onward?: Pick<Link, 'brand' | 'landing'>
    /** Code of a link that can be reported. */
    reported?: string
  },
): Page {
  const texts = linkTexts[locale]
  const title = texts[`${trouble}_title`]
  const retry = trouble === 'retry' ? `<a href="${escape(retryPath)}">${texts.retry}</a>` : ''
  const advertiser =
    onward === undefined
      ? ''
      : `<p class="small">${fillIn(texts.advertiser, { brand: `<bdi>${escape(onward.brand)}</bdi>` })}</p>`
  const report = reported === undefined ? '' : `<nav class="small">${reportLink(reported, locale)}</nav>`
  const way =
    onward === undefined
      ? ''
      : `<a rel="nofollow" href="${escape(onward.landing.uncounted)}">${fillIn(texts.continue_to, { host: `<bdi>${escape(onward.landing.host)}</bdi>` })}</a>`
  const html = document({
    locale,
    demo,
    title,
    head: '',
    body: `<article><div class="in"><h1>${title}</h1><p>${texts[`${trouble}_text`]}</p>${advertiser}</div></article>${retry}${way}${report}`,
  })
  return {
    beforeToken: Buffer.from(html),
    afterToken: Buffer.alloc(0),
    headers: {
      ...SHARED_HEADERS,
      'content-language': LANGUAGES[locale].tag,
      'content-security-policy': policy('', 'https:'),
    },
  }
}

export function document(part: {
  locale: Locale
  demo: boolean
  title: string
  head: string
  body: string
  style?: string
}): string {
  const ribbon = part.demo ? `<aside>${linkTexts[part.locale].demo}</aside>` : ''
  return `<!doctype html><html lang="${LANGUAGES[part.locale].tag}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${part.title}</title>
${part.head}<style>${part.style ?? STYLE}</style></head><body>${ribbon}<main>${part.body}</main></body></html>`
}

// Chromium applies form-action to every redirect after the form, and advertisers redirect anywhere. No other form can be
// injected, because all external text is escaped.
function policy(image: string, landingScheme: string): string {
  const imageOrigin = image === '' ? '' : ` ${new URL(image).origin}`
  const plainHttp = landingScheme === 'http:' ? ' http:' : ''
  return (
    `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self' data:${imageOrigin}; ` +
    `form-action 'self' https:${plainHttp}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`
  )
}

/** Ends with a full stop of its language, since another sentence follows. */
function asSentence(text: string, locale: Locale): string {
  const sentence = text.trim().replace(/[\s,;:·–—、，；：-]+$/u, '')
  if (sentence === '' || /[.!?…。！？]["'”’»」』）)]*$/u.test(sentence)) return sentence
  return sentence + (/^(ja|zh)/.test(LANGUAGES[locale].tag) ? '。' : '.')
}

/** The tagline in this language, with fallback to English, then to any. */
function taglineFor(link: Pick<Link, 'tagline'>, locale: Locale): { text: string; locale: Locale } {
  const found = [locale, 'en' as const, ...LOCALES].find((candidate) => link.tagline[candidate] !== undefined)
  return { text: (found && link.tagline[found]) ?? '', locale: found ?? locale }
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escape(text: string): string {
  // Removes control characters, one of which marks the token's position, and escapes HTML.
  return text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (character) => ESCAPED[character] as string)
}

const MAX_HEADER_LENGTH = 500
const MAX_CACHED_HEADERS = 5_000
const byLanguage = new Map(LOCALES.map((locale) => [LANGUAGES[locale].tag.split('-')[0], locale]))
const chosenByHeader = new Map<string, Locale>()

/** Content negotiation: the best match of an Accept-Language header, otherwise the default locale. */
export function localeOfBrowser(header: string | undefined): Locale {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return DEFAULT_LOCALE
  const remembered = chosenByHeader.get(header)
  if (remembered) return remembered
  const locale = choose(header)
  if (chosenByHeader.size >= MAX_CACHED_HEADERS) chosenByHeader.clear()
  chosenByHeader.set(header, locale)
  return locale
}

function choose(header: string): Locale {
  let best: Locale = DEFAULT_LOCALE
  let bestWeight = 0
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const locale = byLanguage.get(tag.trim().split('-')[0])
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined)
    const quality = weight === undefined ? 1 : Number(weight)
    if (locale !== undefined && quality > bestWeight) [best, bestWeight] = [locale, quality]
  }
  return best
}
