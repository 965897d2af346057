// Batches requests: those that arrive while a batch runs form the next one, without delay (batcher.test.ts).
//
// A request is queued, in a batch, or done. The first request schedules a batch for the next turn of the event loop, so
// that callers resumed by the last batch can join it. Then up to `max` queued requests leave as one batch; the rest, and
// those that arrive while `concurrency` batches run, stay queued until one ends, which schedules the next. A batch ends with
// one answer per request, or rejects all of its own and none of the others.

export type Batcher<Request, Answer> = (request: Request) => Promise<Answer>

export interface BatcherOptions<Request, Answer> {
  /** Returns one answer per request, in order; if it throws, every request of the batch rejects. */
  run: (batch: Request[]) => Promise<Answer[]>
  /** Maximum batch size. */
  max: number
  /** Maximum number of batches in flight (1). */
  concurrency?: number
}

export function createBatcher<Request, Answer>({
  run,
  max,
  concurrency = 1,
}: BatcherOptions<Request, Answer>): Batcher<Request, Answer> {
  const queue: { request: Request; resolve: (answer: Answer) => void; reject: (reason: unknown) => void }[] =
    []
  let inFlight = 0 // batches
  let scheduled = false

  function schedule(): void {
    if (scheduled || queue.length === 0 || inFlight >= concurrency) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void runBatch()
      schedule()
    })
  }

  async function runBatch(): Promise<void> {
    const batch = queue.splice(0, max)
    inFlight += 1
    try {
      const answers = await run(batch.map(({ request }) => request))
      if (answers.length !== batch.length)
        throw new Error(`a batch of ${batch.length} got ${answers.length} answers`)
      batch.forEach(({ resolve }, i) => resolve(answers[i] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      inFlight -= 1
      schedule()
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject })
      schedule()
    })
}

const MAX_READ_TOGETHER = 200

/** An id, or several as an object. */
type ReaderKey = string | Readonly<Record<string, string>>

const identityOf = (key: ReaderKey): string => (typeof key === 'string' ? key : JSON.stringify(key))

/**
 * Concurrent reads share one query, started after each was requested; equal keys are read once, also objects with the same
 * properties in the same order. `readMany` returns a value for each key, in order. One query is in flight at a time: with two,
 * each served half as many callers, and a call cost PostgreSQL almost twice as much (decision 102).
 */
export const createReader = <Key extends ReaderKey, Value>(
  readMany: (keys: Key[]) => Promise<Value[]>,
): Batcher<Key, Value> =>
  createBatcher({
    max: MAX_READ_TOGETHER,
    async run(requested: Key[]) {
      const found = new Map(requested.map((key) => [identityOf(key), key]))
      const keys = [...found.values()]
      const values = await readMany(keys)
      if (values.length !== keys.length) throw new Error(`${keys.length} keys got ${values.length} values`)
      const byIdentity = new Map([...found.keys()].map((identity, i) => [identity, values[i] as Value]))
      return requested.map((key) => byIdentity.get(identityOf(key)) as Value)
    },
  })

/** The value of each key, in the order of the keys. Throws if one is missing. */
export const valuesOf = <Key, Value>(keys: readonly Key[], values: ReadonlyMap<Key, Value>): Value[] =>
  keys.map((key) => {
    if (!values.has(key)) throw new Error(`there is no value of ${String(key)}`)
    return values.get(key)!
  })
