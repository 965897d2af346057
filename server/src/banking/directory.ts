// Fetches the bank list from the configured public directory. The response is untrusted: limited in time and size, and
// applied completely or not at all.
import { COUNTRIES } from '@fairturn/contract/countries'
import { z } from 'zod'

const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]*[^\p{C}\p{Z}][^\p{Cc}\p{Cf}\p{Co}\p{Cn}]*$/u)

const listed = z.object({
  code: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
  bin: z
    .string()
    .regex(/^[0-9A-Z]{1,12}$/)
    .nullish(),
  name: text(200),
  short_name: text(100),
  country: z.string().refine((code) => COUNTRIES.includes(code)),
  swift: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .nullish(),
})
const directory = z
  .array(listed)
  .min(1)
  .max(5000)
  .refine((banks) => new Set(banks.map((bank) => bank.code)).size === banks.length, 'a code comes twice')

export type ListedBank = z.output<typeof listed>

const BOUNDS = { timeoutMs: 15_000, maxBytes: 2_000_000 }

/**
 * The banks of a directory: a JSON array of `{ code, bin?, name, short_name, country, swift? }`, at most 5000. Rejects on
 * a timeout, a size over the limit, a redirect, invalid JSON, or any invalid entry.
 */
export async function fetchDirectory(url: string, bounds = BOUNDS): Promise<ListedBank[]> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(bounds.timeoutMs),
  })
  if (!answer.ok) throw new Error(`the bank directory answered ${answer.status}`)
  if (!/^application\/([\w.]+\+)?json\b/.test(answer.headers.get('content-type') ?? ''))
    throw new Error('the bank directory did not answer with JSON')
  const body = new TextDecoder('utf-8', { fatal: true }).decode(await readBounded(answer, bounds.maxBytes))
  return directory.parse(JSON.parse(body))
}

/** Counts decompressed bytes, against decompression bombs. */
async function readBounded(answer: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`the bank directory is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
