// Runs CPU-bound work in a worker thread, with limits of time and memory; started on demand, stopped when idle. A failed
// request does not affect others (threads.test.ts).
import { Worker } from 'node:worker_threads'
import { refuse } from '../http/refusal.ts'
import type { ThreadAnswer } from './worker-thread.ts'

const IDLE_MS = 60_000

export interface ThreadOptions {
  /** The thread's program; it calls answerRequests(). */
  readonly program: URL
  /** Limit of the JavaScript heap. */
  readonly maxMemoryMb: number
  /** Timeout per request, from its start. */
  readonly timeoutMs: number
  /** Maximum queue length; further requests are refused with `service_is_busy`. */
  readonly maxWaiting: number
}

export type ThreadFailureReason = 'timeout' | 'out_of_memory' | 'failed'

/** The thread ended without a response, or failed with an unexpected error. */
export class ThreadFailure extends Error {
  readonly reason: ThreadFailureReason

  constructor(reason: ThreadFailureReason, message: string) {
    super(message)
    this.name = 'ThreadFailure'
    this.reason = reason
  }
}

export interface Thread<Request, Answer> {
  /** Rejects with the refusal thrown in the thread, `service_is_busy`, or a ThreadFailure. */
  run(request: Request): Promise<Answer>
}

interface Waiting<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export function openThread<Request, Answer>(options: ThreadOptions): Thread<Request, Answer> {
  const { program, maxMemoryMb, timeoutMs, maxWaiting } = options
  const queue: Waiting<Request, Answer>[] = []
  let worker: Worker | undefined
  let current: Waiting<Request, Answer> | undefined
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } })
    started.on('message', (answer: ThreadAnswer<Answer>) => {
      if ('answer' in answer) finish(({ resolve }) => resolve(answer.answer))
      else if ('refusal' in answer)
        finish(({ reject }) => reject(refuse(answer.refusal.code, answer.refusal.details)))
      else finish(({ reject }) => reject(new ThreadFailure('failed', answer.failure)))
    })
    started.on('error', (error: NodeJS.ErrnoException) =>
      abandon(started, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'failed', error.message),
    )
    started.on('exit', () => abandon(started, 'failed', 'the thread ended'))
    return started
  }

  /** Completes the current request, and starts the next. */
  function finish(answer: (waiting: Waiting<Request, Answer>) => void): void {
    clearTimeout(timer)
    const finished = current
    current = undefined
    if (finished !== undefined) answer(finished)
    next()
  }

  function abandon(ended: Worker, reason: ThreadFailureReason, message: string): void {
    if (worker !== ended) return
    worker = undefined
    void ended.terminate()
    finish(({ reject }) => reject(new ThreadFailure(reason, message)))
  }

  function next(): void {
    if (current !== undefined) return
    current = queue.shift()
    if (current === undefined) {
      const idle = worker
      idle?.unref() // an idle thread keeps no process alive
      timer = setTimeout(() => idle !== undefined && abandon(idle, 'failed', 'idle'), IDLE_MS).unref()
      return
    }
    clearTimeout(timer)
    const running = (worker ??= start())
    running.ref()
    timer = setTimeout(() => abandon(running, 'timeout', `no answer within ${timeoutMs} ms`), timeoutMs)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    running.postMessage(current.request)
  }

  return {
    run(request) {
      if (queue.length + (current === undefined ? 0 : 1) >= maxWaiting)
        return Promise.reject(refuse('service_is_busy'))
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject })
        next()
      })
    },
  }
}
