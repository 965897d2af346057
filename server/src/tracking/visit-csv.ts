import { money } from '@fairturn/contract/fields'
// File format of a campaign's visits, written by the export and parsed by the recount. Every cell is generated, so CSV
// injection is impossible.
import { LOCALES } from '@fairturn/contract/locales'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { VISIT_REASONS } from '@fairturn/contract/tracking'
import { z } from 'zod'

const empty = z.literal('').transform(() => null)
const pseudonym = z.string().regex(/^[anov][0-9a-f]{16}$/)
const line = z.object({
  visit: z.uuid(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  order: pseudonym,
  target: z.string().regex(/^\d+$/).transform(Number),
  campaign_visits: z.union([empty, z.string().regex(/^\d+$/).transform(Number)]),
  visitor: pseudonym,
  visitor_before: pseudonym,
  network: pseudonym,
  network_before: z.union([empty, pseudonym]),
  address: z.union([empty, pseudonym]).default(null),
  address_before: z.union([empty, pseudonym]).default(null),
  locale: z.union([empty, z.enum(LOCALES)]),
  verdict: z.enum(['verified', 'refused']),
  reason: z.union([empty, z.enum(VISIT_REASONS)]),
  ruling: z.union([empty, z.enum(['verified', 'review'])]),
  rules: z.string().regex(/^\d+$/).transform(Number),
  price: money.transform(parseMoney),
})
/** One visit. Orders, visitors, networks and addresses are pseudonyms of this file only. */
export type ExportLine = z.output<typeof line>

const COLUMNS = Object.keys(line.shape) as (keyof ExportLine)[]
/** Columns of files made before addresses were hashed. */
const EARLIER_COLUMNS = COLUMNS.filter((column) => column !== 'address' && column !== 'address_before')

/** The two header lines before the table, and its columns. */
export function headOf(head: Omit<ReadHead, 'total'>): string {
  const { campaign, made, from, to, whole, rules, verified, price, currency } = head
  const total = formatMoney(price * BigInt(verified))
  return (
    `# Fairturn visits; campaign=${campaign}; made=${made}; from=${from}; to=${to}; whole=${whole ? 'yes' : 'no'}; rules=${rules}\r\n` +
    `# bill; verified=${verified}; price=${formatMoney(price)}; total=${total}; currency=${currency}\r\n` +
    `${COLUMNS.join(',')}\r\n`
  )
}

export function lineOf(one: ExportLine): string {
  const cells: Record<keyof ExportLine, string | number> = {
    ...one,
    at: one.at.toISOString(),
    campaign_visits: one.campaign_visits ?? '',
    network_before: one.network_before ?? '',
    address: one.address ?? '',
    address_before: one.address_before ?? '',
    locale: one.locale ?? '',
    reason: one.reason ?? '',
    ruling: one.ruling ?? '',
    price: formatMoney(one.price),
  }
  return `${COLUMNS.map((column) => cells[column]).join(',')}\r\n`
}

const head = z.object({
  campaign: z.uuid(),
  made: z.iso.datetime(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Whether the period begins with the campaign; otherwise not everything can be recounted. */
  whole: z.enum(['yes', 'no']).transform((word) => word === 'yes'),
  rules: z.coerce.number().int(),
  verified: z.coerce.number().int(),
  price: money.transform(parseMoney),
  total: money.transform(parseMoney),
  currency: z.string(),
})
export type ReadHead = z.output<typeof head>

/** Parses an export; throws an error that names the first invalid line. */
export function readExport(text: string): { head: ReadHead; lines: ExportLine[] } {
  const [first = '', second = '', header = '', ...rows] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((row) => row !== '')
  const written = [COLUMNS, EARLIER_COLUMNS].find((columns) => columns.join(',') === header)
  if (!first.startsWith('# Fairturn visits;') || !second.startsWith('# bill;') || written === undefined)
    throw new Error('this is no export of a campaign’s visits')
  const values = Object.fromEntries(
    `${first};${second}`.split(';').flatMap((part) => {
      const [, name, value] = /^\s*(\w+)=(.*)$/.exec(part) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  ) as unknown
  return {
    head: head.parse(values),
    lines: rows.map((row, i) => {
      const cells = row.split(',')
      const read = line.safeParse(Object.fromEntries(written.map((column, at) => [column, cells[at]])))
      if (!read.success || cells.length !== written.length)
        throw new Error(`line ${i + 4} is no visit: ${row.slice(0, 200)}`)
      return read.data
    }),
  }
}
