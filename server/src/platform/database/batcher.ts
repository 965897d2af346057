// Batches requests: those that arrive while a batch runs form the next one. A lone request runs immediately
// (batcher.test.ts).

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
  /** Returns one answer per request, in order; if it throws, every request of the batch rejects. */
  run: (batch: Request[]) => Promise<Answer[]>
  /** Maximum batch size. */
  max: number
  /** Maximum number of batches in flight (1). */
  concurrency?: number
  /**
   * What a request locks. Batches in flight share no key, and requests with a common key run in order, which avoids
   * deadlocks.
   */
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

  // One turn of the event loop, not a delay: callers resumed by the last batch can join the next one.
  function schedule(): void {
    if (scheduled || queue.length === 0 || in_flight >= concurrency) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const batch = takeBatch()
      if (batch.length === 0) return // all of it waits for a batch in flight, which schedules again when it ends
      void runBatch(batch)
      schedule()
    })
  }

  function takeBatch(): Queued<Request, Answer>[] {
    const batch: Queued<Request, Answer>[] = []
    const left: Queued<Request, Answer>[] = []
    const passed_over = new Set<string>()
    const taken = new Set<string>()
    // A batch takes at most its share of the queue, so that the others have work; requests blocked by its keys may join it.
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
 * Concurrent reads by id share one query, started after each was requested. Throws if `readMany` returns nothing for an
 * id. One query is in flight at a time: with two, each served half as many callers, and a call cost PostgreSQL almost
 * twice as much (bench/README.md).
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
