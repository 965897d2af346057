// Compiles the catalogues with Lingui's own parser and compiler. Its plugin for Vite does the same, but installs the
// extractor, 34 packages that the product does not need to start (docs/decisions/069-two-installations.md).
import { readFile } from 'node:fs/promises'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const SOURCE_LOCALE = 'en'
const CATALOGUE = /\/locales\/(\w+)\/(\w+\.po)$/
const po = formatter({})

/** Message id → text in the source language, and its translation. */
type Catalogue = Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>

/**
 * Makes a module of a catalogue. A text of the source language that has no translation fails a build; the development
 * server shows it in English.
 */
export function catalogues(): Plugin {
  let building = true
  return {
    name: 'fairturn-catalogues',
    configResolved({ command }) {
      building = command === 'build'
    },
    transform: {
      filter: { id: CATALOGUE },
      async handler(content, id) {
        const [, locale = '', file = ''] = CATALOGUE.exec(id) ?? []
        const source_file = id.slice(0, -`${locale}/${file}`.length) + `${SOURCE_LOCALE}/${file}`
        this.addWatchFile(source_file)
        const source = await read(await readFile(source_file, 'utf8'), SOURCE_LOCALE, source_file)
        const messages = compile(source, await read(content, locale, id), locale, building)
        return { code: `export const messages=JSON.parse(${literal(messages)})`, map: null, moduleType: 'js' }
      },
    },
  }
}

const read = async (content: string, locale: string, filename: string): Promise<Catalogue> =>
  po.parse(content, { locale, sourceLocale: SOURCE_LOCALE, filename })

/** Message id → compiled message, sorted by id. */
function compile(source: Catalogue, translated: Catalogue, locale: string, strict: boolean) {
  const compiled: Record<string, unknown> = {}
  const missing: string[] = []
  for (const id of Object.keys({ ...source, ...translated }).toSorted()) {
    const english = source[id]?.translation || source[id]?.message || translated[id]?.message || id
    const text = translated[id]?.translation || (locale === SOURCE_LOCALE ? english : '')
    if (text === '') missing.push(english)
    compiled[id] = compileText(text || english)
  }
  if (strict && missing.length > 0)
    throw new Error(`${missing.length} texts are missing in ${locale}:\n${missing.join('\n')}`)
  return compiled
}

type Choice = readonly [name: string, type: string, forms: Readonly<Record<string, Tokens | undefined>>]
type Token = string | readonly [name: string] | Choice
type Tokens = string | readonly Token[]

const isChoice = (token: Exclude<Token, string>): token is Choice => token.length === 3

/** The compiled message, with the figures of its plurals as shell/figures-in-texts.ts writes them. */
export const compileText = (text: string): unknown => withFigures(compileMessageOrThrow(text) as Tokens)

/** A plural's form is chosen by `name#`, and its `#` is `name`. */
function withFigures(tokens: Tokens, counted?: string): Tokens {
  if (typeof tokens === 'string') return tokens
  return tokens.map((token): Token => {
    if (token === '#' && counted !== undefined) return [counted]
    if (typeof token === 'string' || !isChoice(token)) return token
    const [name, type, forms] = token
    const is_plural = type === 'plural' || type === 'selectordinal'
    const written: Record<string, Tokens> = {}
    for (const [form, text] of Object.entries(forms))
      if (text !== undefined) written[form] = withFigures(text, is_plural ? name : counted)
    return [is_plural ? `${name}#` : name, type, written]
  })
}

/** A string literal with the JSON, in single quotes, which the JSON itself does not use. */
const literal = (value: unknown): string =>
  `'${JSON.stringify(value)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}'`
