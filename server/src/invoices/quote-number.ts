// The number of a quote, `FQ-01K9-Z3VW-QH2M`: the time of its campaign's id and the twelve random bits behind it, in Crockford's
// Base32. So it is the same on every copy, and the campaign is found by it through the key alone (transfers.test.ts).
import { MESSAGE_CODE_SYMBOLS as SYMBOLS } from '@fairturn/contract/verify'

const SYMBOL_BITS = 5n
const SYMBOL_COUNT = 12
const NUMBER = /^FQ-?(\w{4})-?(\w{4})-?(\w{4})$/

export function quoteNumber(campaign_id: string): string {
  let bits = BigInt(`0x${campaign_id.slice(0, 8)}${campaign_id.slice(9, 13)}${campaign_id.slice(15, 18)}`)
  let symbols = ''
  for (; symbols.length < SYMBOL_COUNT; bits >>= SYMBOL_BITS) symbols = SYMBOLS[Number(bits & 31n)]! + symbols
  return `FQ-${symbols.slice(0, 4)}-${symbols.slice(4, 8)}-${symbols.slice(8)}`
}

/** Between which ids the campaign of a quote is; undefined if this is no number of one. O is read as 0, I and L as 1. */
export function campaignOfQuote(text: string): { readonly from: string; readonly to: string } | undefined {
  const symbols = NUMBER.exec(text.trim().toUpperCase())?.slice(1).join('')
  if (symbols === undefined) return undefined
  let bits = 0n
  for (const symbol of symbols.replace(/O/g, '0').replace(/[IL]/g, '1')) {
    const value = SYMBOLS.indexOf(symbol)
    if (value === -1) return undefined
    bits = (bits << SYMBOL_BITS) + BigInt(value)
  }
  const hex = bits.toString(16).padStart(15, '0')
  const begins = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}`
  return { from: `${begins}-8000-000000000000`, to: `${begins}-bfff-ffffffffffff` }
}
