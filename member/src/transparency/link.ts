// An entry's link in its hash chain, computed as in the ledger (server/migrations/0003-ledger.sql,
// ledger_link).
interface LinkFields {
  previous_hash: string
  content_hash: string
  entry_no: string
  written_us: string
}

/**
 * SHA-256, in hexadecimal, of the previous link, the content hash, and entry number and time of writing as
 * 64-bit integers; null if the browser cannot hash (not a secure context).
 */
export async function linkOf({
  previous_hash,
  content_hash,
  entry_no,
  written_us,
}: LinkFields): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle === undefined) return null
  const numbers = new DataView(new ArrayBuffer(16))
  numbers.setBigInt64(0, BigInt(entry_no))
  numbers.setBigInt64(8, BigInt(written_us))
  const bytes = Uint8Array.from([
    ...bytesOf(previous_hash),
    ...bytesOf(content_hash),
    ...new Uint8Array(numbers.buffer),
  ])
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
