// Parses bank files in a worker thread with limits of time and memory, so that no file blocks requests
// (bank-readers.test.ts, bench/statement.ts).
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { refuse } from '../platform/http/refusal.ts'
import { openThread, ThreadFailure } from '../platform/threads/threads.ts'
import type { CsvStatement } from './bank-statement.ts'
import { unreadable } from './bank-xml.ts'
import type { ReadReport } from './pain002.ts'
import type { StagedStatement } from './staged-statement.ts'

export interface Ours {
  readonly account: string
  /** What banks write instead of the IBAN. */
  readonly numbers?: readonly string[]
  readonly currency: string
}

interface OfCsv {
  readonly mapping: CsvMapping
  readonly ours: Ours
}

export type ReaderRequest = { readonly bytes: Uint8Array } & (
  | { readonly read: 'statements'; readonly now: Date }
  | ({ readonly read: 'csv'; readonly now: Date } & OfCsv)
  | ({ readonly read: 'trial'; readonly now: Date; readonly maxLines: number } & OfCsv)
  | { readonly read: 'report' }
)
export type CsvTrial = CsvStatement & { readonly count: number }
export type ReaderAnswer = StagedStatement[] | CsvTrial | ReadReport

const thread = openThread<ReaderRequest, ReaderAnswer>({
  program: new URL('bank-reader-worker.ts', import.meta.url),
  maxMemoryMb: 512,
  timeoutMs: 20_000,
  maxWaiting: 64,
})

/** Total size of the queued files. */
const MAX_WAITING_BYTES = 100 * 1024 * 1024
let waitingBytes = 0

/** Refuses what the parsers refuse, and `service_is_busy` if the queue is full. */
async function read(request: ReaderRequest): Promise<ReaderAnswer> {
  const { length } = request.bytes
  if (waitingBytes > 0 && waitingBytes + length > MAX_WAITING_BYTES) throw refuse('service_is_busy')
  waitingBytes += length
  try {
    return await thread.run(request)
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
    if (error.reason === 'timeout') throw unreadable('takes_too_long')
    if (error.reason === 'out_of_memory') throw unreadable('takes_too_much_memory')
    throw error
  } finally {
    waitingBytes -= length
  }
}

/** Every statement of a camt.053 or, with `csv`, the single one of a CSV. `now` is used in the ids of its lines. */
export const readStatements = async (bytes: Uint8Array, now: Date, csv?: OfCsv): Promise<StagedStatement[]> =>
  (await read(
    csv === undefined ? { read: 'statements', bytes, now } : { read: 'csv', bytes, now, ...csv },
  )) as StagedStatement[]

/** Result of a mapping applied to a file: number of lines, and the first of them. */
export const readTrial = async (
  bytes: Uint8Array,
  now: Date,
  csv: OfCsv,
  maxLines: number,
): Promise<CsvTrial> => (await read({ read: 'trial', bytes, now, maxLines, ...csv })) as CsvTrial

/** The bank's status report on one of our payment files (pain.002). */
export const readReport = async (bytes: Uint8Array): Promise<ReadReport> =>
  (await read({ read: 'report', bytes })) as ReadReport
