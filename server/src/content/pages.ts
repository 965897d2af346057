// Content pages: the default texts that come with the product, or what operators have stored instead. Always sanitised.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageName } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
import sanitizeHtml from 'sanitize-html'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const DEFAULTS = join(import.meta.dirname, 'pages')

const stored = statement<{ html: string; updated_at: Date }>(
  'content_page',
  `select html, updated_at from page where name = $1 and locale = $2`,
)

/** The page in a language: safe HTML, and when it was last changed. */
export async function pageOf(
  on: Queryable,
  name: PageName,
  locale: Locale,
): Promise<{ content: string; updated_at: string }> {
  const row = (await stored.maybe(on, name, locale)) ?? (await defaultPage(name, locale))
  return { content: sanitise(row.html), updated_at: row.updated_at.toISOString() }
}

async function defaultPage(name: PageName, locale: Locale): Promise<{ html: string; updated_at: Date }> {
  const file = join(DEFAULTS, locale, `${name}.html`)
  const [html, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  return { html, updated_at: mtime }
}

/** What an operator's text may contain: structure and links, nothing that runs, loads or restyles. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
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
    ],
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height'], th: ['scope'] },
    allowedSchemes: ['https', 'mailto'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  })
}
