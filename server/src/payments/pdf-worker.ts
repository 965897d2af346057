// The thread that draws, one sheet after another. Answers each with the bytes of its file, or with what went wrong, by number.
import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { drawSheet } from './pdf-drawing.ts'
import type { PdfAnswer, PdfJob } from './pdf.ts'

for await (const [job] of on(parentPort!, 'message') as AsyncIterable<[PdfJob]>)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await answerOf(job))

async function answerOf({ no, sheet, made_at }: PdfJob): Promise<PdfAnswer> {
  try {
    return { no, file: await drawSheet(sheet, made_at) }
  } catch (error) {
    return { no, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
