// Content pages: the product's default texts, or operators' replacements. Always sanitised.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageName } from '@fairturn/contract/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import sanitizeHtml from 'sanitize-html'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const TEXTS = join(import.meta.dirname, '../platform/texts')

const stored = statement(
  `-- content_page
  select html, updated_at from page where name = $name and locale = $locale`,
  { params: { name: 'text', locale: 'text' }, columns: { html: 'text', updated_at: 'timestamptz' } },
)

/** The page in a language: safe HTML, when it was last changed, and whether operators wrote it. */
export async function pageOf(
  on: Queryable,
  name: PageName,
  locale: Locale,
): Promise<{ content: string; updated_at: string; own: boolean }> {
  const own = await stored.maybe(on, { name, locale })
  const row = own ?? (await defaultPage(name, locale))
  return {
    content: sanitise(row.html),
    updated_at: row.updated_at.toISOString(),
    own: own !== undefined,
  }
}

const storedImprints = statement(
  `-- content_imprints
  select locale, html from page where name = 'imprint'`,
  { columns: { locale: 'text', html: 'text' } },
)

/** Languages whose imprint names nobody: it is the product's, or still has the sentence with which that begins. */
export async function missingImprints(on: Queryable): Promise<Locale[]> {
  const own = new Map((await storedImprints.all(on)).map(({ locale, html }) => [locale, html]))
  const missing: Locale[] = []
  for (const locale of LOCALES) {
    const html = own.get(locale)
    const { html: ofProduct } = await defaultPage('imprint', locale)
    const [beginning = ''] = ofProduct.split('</p>')
    if (html === undefined || wordsOf(html).includes(wordsOf(beginning))) missing.push(locale)
  }
  return missing
}

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The product's default text. */
async function defaultPage(name: PageName, locale: Locale): Promise<{ html: string; updated_at: Date }> {
  const file = join(TEXTS, locale, 'pages', `${name}.html`)
  const [html, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  return { html, updated_at: mtime }
}

const TAGS = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'a',
  'br',
  'hr',
  'blockquote',
  'dl',
  'dt',
  'dd',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'img',
]
const ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['scope'],
}
const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Sanitises an operator's HTML: structure and links only, nothing that executes, loads or restyles (XSS). */
export const sanitise = (html: string): string => sanitizeHtml(html, RULES)

/** What the sanitiser removes, deduplicated, at most 20: `script`, `a[onclick]`, `a[href=javascript:…]`. */
export function droppedOf(html: string): string[] {
  const dropped = new Set<string>()
  sanitizeHtml(html, {
    ...RULES,
    transformTags: {
      '*': (tag, attributes) => {
        for (const each of droppedOfTag(tag, attributes)) dropped.add(each)
        return { tagName: tag, attribs: attributes }
      },
    },
  })
  return [...dropped].slice(0, 20)
}

function droppedOfTag(tag: string, attributes: Readonly<Record<string, string>>): string[] {
  const name = tag.slice(0, 30)
  if (!TAGS.includes(tag)) return [name]
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (!(ATTRIBUTES[tag] ?? []).includes(key)) return [`${name}[${key.slice(0, 30)}]`]
    const leads = key === 'href' || key === 'src'
    const kept =
      !leads ||
      sanitizeHtml(`<${tag} ${key}="${value.replaceAll('"', '&quot;')}">`, RULES).includes(`${key}=`)
    return kept ? [] : [`${name}[${key}=${value.slice(0, 30)}]`]
  })
}
