// Runs the requests that arrive during a batch as the next batch. A lone request runs immediately (batcher.test.ts).

export interface Batcher<Request, Answer> {
  (request: Request): Promise<Answer>
  /** Resolves once nothing is queued or in flight. */
  idle(): Promise<void>
}

interface Queued<Request, Answer> {
  request: Request
  keys: string[]
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

export interface BatcherOptions<Request, Answer> {
  /** One answer a request, in the same order; when it throws, every request of the batch rejects. */
  run: (batch: Request[]) => Promise<Answer[]>
  /** The largest batch. */
  max: number
  /** Concurrency: how many batches may be in flight (1). */
  concurrency?: number
  /** What a request locks: batches in flight share no key, and requests with a common one run in order. */
  keysOf?: (request: Request) => string[]
}

export function createBatcher<Request, Answer>(
  options: BatcherOptions<Request, Answer>,
): Batcher<Request, Answer> {
  const { run, max, concurrency = 1, keysOf } = options
  let queue: Queued<Request, Answer>[] = []
  const busy = new Set<string>()
  let in_flight = 0 // batches
  let flying = 0 // requests
  let scheduled = false
  let idlers: (() => void)[] = []

  // A turn of the event loop, not a delay: callers answered by the last batch may ask again first.
  function schedule(): void {
    if (scheduled || queue.length === 0 || in_flight >= concurrency) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const batch = takeBatch()
      if (batch.length === 0) return // everything waits for a batch in flight, which schedules when it ends
      void runBatch(batch)
      schedule()
    })
  }

  function takeBatch(): Queued<Request, Answer>[] {
    const batch: Queued<Request, Answer>[] = []
    const left: Queued<Request, Answer>[] = []
    const passed_over = new Set<string>()
    const taken = new Set<string>()
    // No batch takes more than its share, so that the others have work; requests blocked by its keys may join it.
    const share = Math.ceil((queue.length + flying) / concurrency)
    for (const waiting of queue) {
      const blocked = waiting.keys.some((key) => busy.has(key) || passed_over.has(key))
      const fits = batch.length < share || waiting.keys.some((key) => taken.has(key))
      if (!blocked && fits && batch.length < max) {
        batch.push(waiting)
        for (const key of waiting.keys) taken.add(key)
        continue
      }
      left.push(waiting)
      for (const key of waiting.keys) passed_over.add(key)
    }
    for (const key of taken) busy.add(key)
    queue = left
    return batch
  }

  async function runBatch(batch: Queued<Request, Answer>[]): Promise<void> {
    in_flight += 1
    flying += batch.length
    try {
      const answers = await run(batch.map((waiting) => waiting.request))
      if (answers.length !== batch.length) {
        throw new Error(`a batch of ${batch.length} got ${answers.length} answers`)
      }
      batch.forEach((waiting, i) => waiting.resolve(answers[i] as Answer))
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      in_flight -= 1
      flying -= batch.length
      for (const waiting of batch) for (const key of waiting.keys) busy.delete(key)
      schedule()
      settle()
    }
  }

  function settle(): void {
    if (in_flight > 0 || queue.length > 0) return
    for (const idler of idlers) idler()
    idlers = []
  }

  function ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      queue.push({ request, keys: keysOf?.(request) ?? [], resolve, reject })
      schedule()
    })
  }
  function idle(): Promise<void> {
    return new Promise((resolve) => {
      idlers.push(resolve)
      settle()
    })
  }
  return Object.assign(ask, { idle })
}

const MAX_READ_TOGETHER = 200

/**
 * Concurrent reads by id share one query, begun after each was requested. Throws where `readMany` has nothing of an id. One is in
 * flight at a time: with two, half as many callers shared each, and a call cost PostgreSQL nearly twice as much (bench/README.md).
 */
export function createReader<Value>(
  readMany: (ids: string[]) => Promise<ReadonlyMap<string, Value>>,
): (id: string) => Promise<Value> {
  const read = createBatcher({
    max: MAX_READ_TOGETHER,
    async run(ids: string[]) {
      const values = await readMany([...new Set(ids)])
      return ids.map(() => values)
    },
  })
  return async (id) => {
    const values = await read(id)
    if (!values.has(id)) throw new Error(`there is nothing of ${id}`)
    return values.get(id)!
  }
}
