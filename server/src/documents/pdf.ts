// Draws documents in a worker thread, one at a time: drawing is CPU-bound and would block requests.
import { openThread } from '../platform/threads/threads.ts'
import type { Sheet } from './pdf-sheet.ts'

export interface PdfRequest {
  readonly sheet: Sheet
  readonly made_at: Date
}

const thread = openThread<PdfRequest, Uint8Array>({
  program: new URL('pdf-worker.ts', import.meta.url),
  maxMemoryMb: 256,
  timeoutMs: 60_000,
  maxWaiting: 32,
})

/** The sheet as a PDF file. Refuses `service_is_busy` if the queue is full. */
export async function drawPdf(sheet: Sheet, made_at: Date): Promise<Buffer> {
  return Buffer.from(await thread.run({ sheet, made_at }))
}
