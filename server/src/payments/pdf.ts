// Draws documents in a thread of their own, one after another: drawing takes a processor for as long as it lasts, and
// requests must not wait for that. The thread is started when it is needed and ended when it no longer is.
import { Worker } from 'node:worker_threads'
import { refuse } from '../http/refusal.ts'
import type { Sheet } from './pdf-sheet.ts'

export interface PdfJob {
  readonly no: number
  readonly sheet: Sheet
  readonly made_at: Date
}
export type PdfAnswer =
  | { readonly no: number; readonly file: Uint8Array }
  | { readonly no: number; readonly failure: string }

interface Waiting {
  readonly resolve: (file: Buffer) => void
  readonly reject: (error: Error) => void
}

const MOST_WAITING = 32
const IDLE_MS = 60_000
const MEMORY_MB = 256

let worker: Worker | undefined
let last_no = 0
let ending: NodeJS.Timeout | undefined
const waiting = new Map<number, Waiting>()

/** The sheet as a PDF file. Refuses `service_is_busy` when many wait already. */
export async function drawPdf(sheet: Sheet, made_at: Date): Promise<Buffer> {
  if (waiting.size >= MOST_WAITING) throw refuse('service_is_busy')
  clearTimeout(ending)
  worker ??= startWorker()
  worker.ref()
  const job: PdfJob = { no: (last_no += 1), sheet, made_at }
  return await new Promise((resolve, reject) => {
    waiting.set(job.no, { resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker!.postMessage(job)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  started.on('message', (answer: PdfAnswer) => {
    const asked = waiting.get(answer.no)
    waiting.delete(answer.no)
    if ('file' in answer) asked?.resolve(Buffer.from(answer.file))
    else asked?.reject(new Error(answer.failure))
    if (waiting.size === 0) rest(started)
  })
  started.on('error', (error: Error) => abandon(started, error))
  started.on('exit', () => abandon(started, new Error('the thread that draws has ended')))
  return started
}

/** An idle thread keeps no process alive, and its fonts in memory only for a while. */
function rest(idle: Worker): void {
  idle.unref()
  ending = setTimeout(() => void idle.terminate(), IDLE_MS).unref()
}

/** Whoever waits is told, and the next one gets a new thread. */
function abandon(ended: Worker, error: Error): void {
  if (worker !== ended) return
  worker = undefined
  clearTimeout(ending)
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}
