// Batching: requests that arrive during a batch form the next one, without delay, and a failure affects only its
// batch.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatcher, createReader } from './batcher.ts'

/** A batcher whose batches end when the test says so. */
function controlled() {
  const batches: { batch: string[]; end(): void; fail(reason: Error): void }[] = []
  const run = (batch: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ batch, end: () => resolve(batch.map((item) => item.toUpperCase())), fail: reject })
    })
  return { batches, run, sizes: () => batches.map(({ batch }) => batch.join('')) }
}

test('a lone request is sent at once; those that arrive meanwhile are sent together', async () => {
  const { batches, run, sizes } = controlled()
  const ask = createBatcher({ run, max: 10 })
  const first = ask('a')
  await turn()
  const others = [ask('b'), ask('c')]
  await turn()
  expect(sizes()).toEqual(['a'])
  batches[0]?.end()
  expect(await first).toBe('A')
  await turn()
  expect(sizes()).toEqual(['a', 'bc'])
  batches[1]?.end()
  expect(await Promise.all(others)).toEqual(['B', 'C'])
})

test('a batch is no larger than the limit, and order is kept', async () => {
  const { batches, run, sizes } = controlled()
  const ask = createBatcher({ run, max: 2 })
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => ask(item)))
  for (let i = 0; i < 3; i += 1) {
    await turn()
    batches[i]?.end()
    await turn()
  }
  expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(sizes()).toEqual(['ab', 'cd', 'e'])
})

test('a failed batch fails its own requests only', async () => {
  const { batches, run } = controlled()
  const ask = createBatcher({ run, max: 10 })
  const failing = ask('a')
  await turn()
  const next = ask('b')
  batches[0]?.fail(new Error('lost'))
  await expect(failing).rejects.toThrow('lost')
  await turn()
  batches[1]?.end()
  expect(await next).toBe('B')
})

test('a missing answer is an error, not a silent loss', async () => {
  const ask = createBatcher({ run: async (batch: string[]) => batch.slice(1), max: 10 })
  await expect(ask('a')).rejects.toThrow('1 got 0 answers')
})

test('with a concurrency of two, a second batch starts while the first runs, and a third waits', async () => {
  const { batches, run, sizes } = controlled()
  const ask = createBatcher({ run, max: 10, concurrency: 2 })
  const answers = [ask('a')]
  await turn()
  answers.push(ask('b'), ask('c'))
  await turn()
  answers.push(ask('d'))
  await turn()
  expect(sizes()).toEqual(['a', 'bc'])
  batches[1]?.end()
  await answers[1]
  await turn()
  expect(sizes()).toEqual(['a', 'bc', 'd'])
  batches[0]?.end()
  batches[2]?.end()
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
})

test('a reader reads equal ids once, and each caller gets its value', async () => {
  const read: string[][] = []
  const lengthOf = createReader(async (ids: string[]) => {
    read.push(ids)
    return ids.map((id) => id.length)
  })
  expect(await Promise.all(['one', 'three', 'one', 'one'].map((id) => lengthOf(id)))).toEqual([3, 5, 3, 3])
  expect(read).toEqual([['one', 'three']])
})

test('a reader reads equal objects once, and tells different ones apart', async () => {
  const read: { member_id: string; before_id: string }[][] = []
  const pageOf = createReader(async (pages: { member_id: string; before_id: string }[]) => {
    read.push(pages)
    return pages.map(({ member_id, before_id }) => `${member_id} before ${before_id}`)
  })
  const asked = [
    { member_id: 'a', before_id: '1' },
    { member_id: 'a', before_id: '2' },
    { member_id: 'a', before_id: '1' },
    { member_id: 'b', before_id: '1' },
  ]
  expect(await Promise.all(asked.map((page) => pageOf(page)))).toEqual([
    'a before 1',
    'a before 2',
    'a before 1',
    'b before 1',
  ])
  expect(read).toEqual([[asked[0], asked[1], asked[3]]])
})

test('a reader that returns no value for a key is an error', async () => {
  const broken = createReader(async (ids: string[]) => ids.slice(1))
  await expect(broken('a')).rejects.toThrow('1 keys got 0 values')
})
