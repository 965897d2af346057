// The thread's side of threads.ts: handles requests one at a time; refusals keep their code and details.
import { on } from 'node:events'
import { constants, setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'
import type { MessageCode } from '@fairturn/contract/messages'
import { Refusal } from '../http/refusal.ts'

export type ThreadAnswer<Answer> =
  | { readonly answer: Answer }
  | {
      readonly refusal: {
        readonly code: MessageCode
        readonly details: Readonly<Record<string, unknown>> | undefined
      }
    }
  | { readonly failure: string }

/** `transferred`: the parts of a response that are transferred instead of copied. */
export async function answerRequests<Answer>(
  work: (request: never) => Answer | Promise<Answer>,
  transferred: (answer: Answer) => Transferable[] = () => [],
): Promise<void> {
  // Lower priority than requests on a busy machine (bench/statement.ts). On other systems than Linux this would affect the
  // whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  for await (const [request] of on(parentPort!, 'message') as AsyncIterable<[never]>) {
    try {
      const answer = await work(request)
      post({ answer }, transferred(answer))
    } catch (error) {
      if (error instanceof Refusal) post({ refusal: { code: error.code, details: error.details } })
      else post({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
}

function post<Answer>(answer: ThreadAnswer<Answer>, transferred: Transferable[] = []): void {
  parentPort!.postMessage(answer, transferred)
}
